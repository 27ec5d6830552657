// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace augustus {

/// A 64-bit count with one writing thread and any number of readers. An increment is a plain add on the
/// writer's side (no locked instruction); a reader sees some recent value.
class Counter {
 public:
  [[gnu::always_inline]] void add(std::uint64_t amount = 1) {
    value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }
  void set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }
  std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

}  // namespace augustus
