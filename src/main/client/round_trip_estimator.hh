// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clock.hh"

namespace augustus::client {

/// Retransmission time-out from measured round trips (RFC 6298): the usual one and, as Linux has it for TCP, at
/// least 200 ms more, so that neither a growing queue nor a process that waits for its CPU looks like a loss; 4 s
/// at most.
class RoundTripEstimator {
 public:
  /// A round trip of an Interest that was sent once.
  void add(TimeNs round_trip_ns) {
    const double sample = static_cast<double>(round_trip_ns);
    if (smoothed_ == 0) {
      smoothed_ = sample;
      variation_ = sample / 2;
    } else {
      variation_ = 0.75 * variation_ + 0.25 * std::max(smoothed_ - sample, sample - smoothed_);
      smoothed_ = 0.875 * smoothed_ + 0.125 * sample;
    }
    backoff_ = 1;
  }
  /// A time-out: the next one is twice as long.
  void back_off() { backoff_ = std::min<std::uint64_t>(backoff_ * 2, 16); }

  std::uint64_t timeout_ms() const {
    constexpr double spare_min = 200.0 * nanoseconds_per_millisecond;
    const double measured_ms =
        smoothed_ == 0 ? 1000.0
                       : (smoothed_ + std::max(4 * variation_, spare_min)) / nanoseconds_per_millisecond;
    return std::min<std::uint64_t>(static_cast<std::uint64_t>(measured_ms) * backoff_, 4000);
  }
  double smoothed_ms() const { return smoothed_ / nanoseconds_per_millisecond; }

 private:
  double smoothed_ = 0;   ///< ns
  double variation_ = 0;  ///< ns
  std::uint64_t backoff_ = 1;
};

}  // namespace augustus::client
