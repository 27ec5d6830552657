// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "table/pit_structure.hh"
#include "wire/packet_format.hh"

namespace augustus::bench {

/// The workload of `augustus bench exchange`; the defaults are those of NDN-DPDK's forwarding thread
/// benchmark.
struct ExchangeOptions {
  std::string header = "ndn";         ///< ndn, compact, compact-2016
  std::string engine = "standalone";  ///< standalone, graph
  std::string graph;                  ///< the file of the graph; empty: figure 3's
  unsigned name_bytes = 33;
  unsigned components = 4;
  std::size_t payload = 5;
  std::uint32_t fib_prefixes = 10'000;
  std::uint32_t outstanding = 1024;
  std::uint32_t pit_capacity = 65'536;
  table::PitStructure pit_structure = table::PitStructure::name_table;
  std::uint32_t cs_entries = 32'768;
  double cs_hit_ratio = 0;
  std::uint32_t pending_prefixes = 0;
  std::uint32_t names = 4'000'000;
  std::uint64_t route_changes = 0;
  std::uint64_t withhold = 0;
  std::uint32_t colliding = 0;  ///< names fall into one in so many of the name table's buckets; 0: anywhere
  bool old_key = false;         ///< they would, with another key than the router's
  unsigned workers = 1;
  unsigned burst = 64;
  double seconds = 2;
  unsigned runs = 5;
  std::uint64_t exchanges = 0;  ///< runs until so many; 0: as many runs as said
  std::vector<int> cpus;
  std::string lines_from;  ///< a report with counted lines; empty: none
  bool json = false;

  wire::PacketFormat format() const {
    return header == "compact"        ? wire::PacketFormat::compact
           : header == "compact-2016" ? wire::PacketFormat::compact_2016
                                      : wire::PacketFormat::ndn;
  }
};

}  // namespace augustus::bench
