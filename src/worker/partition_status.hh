// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "table/pit_structure.hh"

namespace augustus::worker {

/// One partition: what it holds, what it has done since the start, and what it costs its worker.
struct PartitionStatus {
  std::uint32_t number = 0;
  std::uint32_t worker = 0;
  std::uint64_t packets = 0;  ///< Interests, Data and Nacks it received
  std::uint64_t pit_entries = 0;
  std::uint64_t cs_entries = 0;
  table::PitStructure pit_structure = table::PitStructure::name_table;
  double share = 0;  ///< of its worker's busy time lately, 0..1
};

/// One thread of the data plane.
struct WorkerStatus {
  std::uint32_t number = 0;
  bool dispatcher = false;  ///< it only receives, and owns no partition
  int cpu = -1;             ///< -1: not pinned
  std::uint32_t partitions = 0;
  std::uint64_t packets = 0;  ///< that its partitions received, wherever they were then
  double busy = 0;            ///< part of the time lately that it had work, 0..1
};

/// The load of the data plane over the last second or two.
struct LoadStatus {
  std::uint64_t window_ns = 0;  ///< what "lately" was
  std::vector<PartitionStatus> partitions;
  std::vector<WorkerStatus> workers;
};

/// Outcome of moving a partition.
enum class MoveOutcome : std::uint8_t { ok, no_such_partition, no_such_worker };

}  // namespace augustus::worker
