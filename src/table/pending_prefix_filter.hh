// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace augustus::table {

/// Shared by all workers: which prefixes have CanBePrefix Interests pending somewhere. A Data's worker asks
/// it whether some other partition (or its own) must see a copy. Counting, approximate on the safe side:
/// never says no for a pending prefix. While nothing is pending `any()` is one load.
class PendingPrefixFilter {
 public:
  explicit PendingPrefixFilter(std::uint32_t slots_log2 = 14);

  void add(std::uint64_t prefix_hash, unsigned components);     ///< any worker
  void remove(std::uint64_t prefix_hash, unsigned components);  ///< the same arguments as add
  std::uint32_t size() const { return total_.load(std::memory_order_relaxed); }  ///< pending prefixes
  bool any() const { return total_.load(std::memory_order_acquire) != 0; }
  /// Bit i set: some pending prefix has i components (i <= 32).
  std::uint64_t lengths() const;
  bool may_contain(std::uint64_t prefix_hash) const;

 private:
  std::uint32_t mask_;
  std::atomic<std::uint32_t> total_{0};
  std::array<std::atomic<std::uint32_t>, 33> by_length_{};
  std::unique_ptr<std::atomic<std::uint32_t>[]> slots_;
};

}  // namespace augustus::table
