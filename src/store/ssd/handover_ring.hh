// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

namespace augustus::store {

/// A bounded queue of plain values from one thread to another, without a lock.
template <typename Value>
class HandoverRing {
 public:
  /// Holds `capacity` at least.
  explicit HandoverRing(std::uint32_t capacity) : slots_(std::bit_ceil(capacity)) {}

  /// The sender's. There must be room.
  void push(const Value& value) {
    const std::uint32_t at = pushed_.load(std::memory_order_relaxed);
    slots_[at % slots_.size()] = value;
    pushed_.store(at + 1, std::memory_order_release);
  }
  /// The receiver's; false: there is nothing.
  bool pop(Value& value) {
    const std::uint32_t at = popped_.load(std::memory_order_relaxed);
    if (pushed_.load(std::memory_order_acquire) == at) {
      return false;
    }
    value = slots_[at % slots_.size()];
    popped_.store(at + 1, std::memory_order_release);
    return true;
  }
  /// Either's. What the other one does at the same time may be missing; of a push and then a count() here,
  /// and a pop and then a count() there, one at least has seen the other when both had a fence in between.
  std::uint32_t count() const {
    return pushed_.load(std::memory_order_acquire) - popped_.load(std::memory_order_acquire);
  }
  bool empty() const { return count() == 0; }

 private:
  std::vector<Value> slots_;
  alignas(64) std::atomic<std::uint32_t> pushed_{0};
  alignas(64) std::atomic<std::uint32_t> popped_{0};
};

}  // namespace augustus::store
