// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>

namespace augustus {

/// Nanoseconds of CLOCK_MONOTONIC. Read once a burst and handed down; never read inside a stage.
using TimeNs = std::uint64_t;

inline constexpr TimeNs nanoseconds_per_millisecond = 1'000'000;
inline constexpr TimeNs nanoseconds_per_second = 1'000'000'000;
inline constexpr TimeNs time_never = ~TimeNs{0};

inline TimeNs monotonic_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<TimeNs>(now.tv_sec) * nanoseconds_per_second + static_cast<TimeNs>(now.tv_nsec);
}

/// Wall clock in nanoseconds since 1970, for what outlives the process (freshness in a store, signatures).
inline TimeNs wall_clock_now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<TimeNs>(now.tv_sec) * nanoseconds_per_second + static_cast<TimeNs>(now.tv_nsec);
}

}  // namespace augustus
