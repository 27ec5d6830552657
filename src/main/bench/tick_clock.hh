// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/clock.hh"

#ifdef __x86_64__
#include <x86intrin.h>
#endif

namespace augustus::bench {

/// A clock fine enough for single operations: the processor's time stamp counter, where there is one, read
/// after all that came before and before all that comes after.
class TickClock {
 public:
  TickClock() : start_ns_(monotonic_now()), start_ticks_(ticks()) {}

  std::uint64_t ticks() const {
#ifdef __x86_64__
    _mm_lfence();
    const std::uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
#else
    return monotonic_now();
#endif
  }

  /// By the system's clock, since this one was made: the better, the longer ago.
  double ns_per_tick() const {
    return static_cast<double>(monotonic_now() - start_ns_) / static_cast<double>(ticks() - start_ticks_);
  }

 private:
  TimeNs start_ns_;
  std::uint64_t start_ticks_;
};

}  // namespace augustus::bench
