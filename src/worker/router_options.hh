// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hh"
#include "base/hash_key.hh"
#include "face/web_names.hh"
#include "forward/engine.hh"
#include "store/ssd/ssd_files.hh"
#include "store/store_options.hh"
#include "table/name_table.hh"
#include "wire/name.hh"
#include "wire/packet_format.hh"

namespace augustus::worker {

/// Sizes and threads of a router; everything with a size is fixed here before it starts. Sizes are totals,
/// split evenly over the partitions.
struct RouterOptions {
  unsigned workers = 1;
  unsigned dispatchers = 0;          ///< threads that only receive, for ports that have one
  unsigned partitions = 0;           ///< 0: one when there is one worker, else four a worker; with SSDs what
                                     ///< the store on them has, 16 for a new one
  std::vector<int> worker_cpus;      ///< cpu of each worker, -1 or empty: not pinned
  std::vector<int> dispatcher_cpus;  ///< likewise
  std::uint32_t faces_max = 16384;
  std::uint32_t fib_prefixes_max = 1u << 16;
  std::uint32_t strategy_prefixes_max = 1u << 12;
  std::uint32_t pit_records_max = 1u << 16;
  std::uint32_t name_entries_max = 1u << 17;
  table::PitStructure pit_structure = table::PitStructure::name_table;
  std::uint32_t face_records_max =
      1u << 14;                          ///< downstreams beyond the first of an Interest; upstreams likewise
  std::uint32_t digests_max = 1u << 12;  ///< pending Interests that name an implicit digest
  std::uint32_t name_bytes_max = 1u << 24;  ///< of names too long to stand in their entry
  std::uint32_t dead_nonces_max = 1u << 17;
  std::uint32_t lifetime_max_ms = 60'000;  ///< of a pending Interest
  store::StoreOptions store;
  std::vector<store::SsdPlace> ssds;  ///< none: DRAM only
  std::uint32_t batch = 8;            ///< segments that share a partition; wire::batch_whole_content: all
  unsigned small_packets = 16383;
  unsigned large_packets = 2047;
  unsigned eal_memory_mb = 128;  ///< without huge pages
  bool huge_pages = false;
  std::vector<std::string> pci_devices;  ///< those that add_port() will name, "0000:01:00.0"
  std::vector<wire::Name> network_regions;
  std::vector<wire::PacketFormat> compact_names;  ///< formats of ports whose packets keep their compact names
  TimeNs udp_idle_timeout_ns = 600 * nanoseconds_per_second;  ///< of on-demand UDP Faces
  TimeNs tcp_idle_timeout_ns = 3600 * nanoseconds_per_second;  ///< of on-demand Faces to other machines
  TimeNs websocket_idle_timeout_ns = 3600 * nanoseconds_per_second;
  bool localhop_to_non_local = false;
  face::LocalWebPages web_pages;       ///< whose WebSockets are those of local programs
  forward::EngineFactory engine;  ///< walks through the stages; none: the fused loop
  /// Of the table hash; none: drawn, as it must be where strangers send names.
  std::optional<HashKey> table_key;
};

}  // namespace augustus::worker
