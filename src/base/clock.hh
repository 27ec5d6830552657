// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace augustus {

/// Nanoseconds of CLOCK_MONOTONIC. Read once a burst and handed down; never read inside a stage.
using TimeNs = std::uint64_t;

inline constexpr TimeNs nanoseconds_per_millisecond = 1'000'000;
inline constexpr TimeNs nanoseconds_per_second = 1'000'000'000;
inline constexpr TimeNs time_never = ~TimeNs{0};

/// Where a HeldClock holds the process's clocks; 0: they run.
struct HeldTime {
  std::atomic<TimeNs> monotonic{0};
  std::atomic<TimeNs> wall{0};
};
inline constinit HeldTime held_time;

inline TimeNs monotonic_now() {
  if (const TimeNs held = held_time.monotonic.load(std::memory_order_relaxed); held != 0) [[unlikely]] {
    return held;
  }
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<TimeNs>(now.tv_sec) * nanoseconds_per_second + static_cast<TimeNs>(now.tv_nsec);
}

/// Wall clock in nanoseconds since 1970, for what outlives the process (freshness in a store, signatures).
inline TimeNs wall_clock_now() {
  if (const TimeNs held = held_time.wall.load(std::memory_order_relaxed); held != 0) [[unlikely]] {
    return held;
  }
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<TimeNs>(now.tv_sec) * nanoseconds_per_second + static_cast<TimeNs>(now.tv_nsec);
}

}  // namespace augustus
