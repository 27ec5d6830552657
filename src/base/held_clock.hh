// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.hh"

namespace augustus {

/// Holds the process's clocks (monotonic_now(), wall_clock_now()) at the time it is made; from then on they
/// move by advance() alone, until it goes. For tests of lifetimes that neither wait nor depend on how fast
/// the machine is. One at a time; threads that sleep until some time must be woken to see that it has come.
class HeldClock {
 public:
  HeldClock() {
    held_time.wall.store(wall_clock_now(), std::memory_order_relaxed);
    held_time.monotonic.store(monotonic_now(), std::memory_order_relaxed);
  }
  ~HeldClock() {
    held_time.monotonic.store(0, std::memory_order_relaxed);
    held_time.wall.store(0, std::memory_order_relaxed);
  }
  HeldClock(const HeldClock&) = delete;
  HeldClock& operator=(const HeldClock&) = delete;

  void advance(TimeNs by) {
    held_time.wall.fetch_add(by, std::memory_order_relaxed);
    held_time.monotonic.fetch_add(by, std::memory_order_relaxed);
  }
};

}  // namespace augustus
