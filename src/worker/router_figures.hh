// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/pool_list.hh"
#include "face/port/port_counters.hh"
#include "face/transport_counters.hh"
#include "forward/forward_counters.hh"
#include "store/ssd/ssd_counters.hh"

namespace augustus::worker {

struct PartitionFigures {
  std::uint32_t number = 0;
  std::uint32_t worker = 0;
  const forward::ForwardCounters* counters = nullptr;
  const store::SsdCounters* ssd = nullptr;  ///< nullptr: no SSD
  std::uint64_t pit_entries = 0, name_entries = 0, cs_entries = 0, cs_bytes = 0;
  double busy_seconds = 0;  ///< spent forwarding for it since the start
};

struct ThreadFigures {
  std::uint32_t number = 0;
  bool dispatcher = false;
  int cpu = -1;  ///< -1: not pinned
  std::uint32_t partitions = 0;
  std::uint64_t passed = 0;  ///< messages to other threads since the start
  double busy_seconds = 0;   ///< with work, since the start
  double busy_ratio = 0;     ///< the same as part of the last second or two, 0..1
};

struct PortFigures {
  std::string name;
  bool up = false;
  std::vector<const face::PortCounters*> counters;  ///< one for each thread that drives the port
};

/// A UDP socket: what it dropped that belonged to no Face.
struct SocketFigures {
  std::string local_uri;
  const face::TransportCounters* counters = nullptr;
};

struct TableFigures {
  std::string name;
  std::uint64_t entries = 0;
  std::uint64_t capacity = 0;
};

/// What the router counted so far. Taken without asking the threads that count: it costs them nothing. What
/// is pointed to lives and counts on as long as the router.
struct RouterFigures {
  std::uint64_t start_wall_ns = 0;
  std::vector<PartitionFigures> partitions;
  std::vector<ThreadFigures> threads;
  std::vector<PortFigures> ports;
  std::vector<SocketFigures> sockets;
  std::vector<TableFigures> tables;
  std::vector<std::pair<std::string, std::uint64_t>> drops;  ///< every reason, also those never met
  PoolList pools;
};

}  // namespace augustus::worker
