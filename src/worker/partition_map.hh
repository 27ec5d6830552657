// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "forward/partition_of.hh"

namespace augustus::worker {

/// Which worker owns which partition; read per packet by every worker. Who reads it late sends to the former
/// owner, which passes on what comes.
class PartitionMap {
 public:
  PartitionMap(std::uint32_t partitions, std::uint32_t workers)
      : count_(partitions), owners_(std::make_unique<std::atomic<std::uint8_t>[]>(partitions)) {
    for (std::uint32_t partition = 0; partition < partitions; ++partition) {
      owners_[partition].store(static_cast<std::uint8_t>(partition % workers), std::memory_order_relaxed);
    }
  }

  std::uint32_t count() const { return count_; }
  std::uint8_t owner(std::uint32_t partition) const {
    return owners_[partition].load(std::memory_order_acquire);
  }
  /// By the owner, once the partition is where the new owner finds it.
  void set_owner(std::uint32_t partition, unsigned worker) {
    owners_[partition].store(static_cast<std::uint8_t>(worker), std::memory_order_release);
  }
  std::uint32_t partition_of(std::uint64_t dispatch_hash) const {
    return forward::partition_of(dispatch_hash, count_);
  }

 private:
  std::uint32_t count_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> owners_;
};

}  // namespace augustus::worker
