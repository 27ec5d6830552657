// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace augustus::worker {

/// Which worker owns which partition; read per packet by every worker.
class PartitionMap {
 public:
  PartitionMap(std::uint32_t partitions, std::uint32_t workers)
      : count_(partitions), owners_(std::make_unique<std::atomic<std::uint8_t>[]>(partitions)) {
    for (std::uint32_t partition = 0; partition < partitions; ++partition) {
      owners_[partition].store(static_cast<std::uint8_t>(partition % workers), std::memory_order_relaxed);
    }
  }

  std::uint32_t count() const { return count_; }
  std::uint8_t owner(std::uint32_t partition) const { return owners_[partition].load(std::memory_order_relaxed); }
  std::uint32_t partition_of(std::uint64_t dispatch_hash) const {
    return static_cast<std::uint32_t>(dispatch_hash % count_);
  }

 private:
  std::uint32_t count_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> owners_;
};

}  // namespace augustus::worker
