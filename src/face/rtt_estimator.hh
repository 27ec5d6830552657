// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/clock.hh"

namespace augustus::face {

/// Retransmission time-out of a link from its round-trip times (RFC 6298, sections 2 and 5.5), in
/// nanoseconds. Starts at 1 s; not below 200 ms, as in NFD, nor above 20 s.
class RttEstimator {
 public:
  void sample(TimeNs rtt) {
    if (smoothed_ == 0) {
      smoothed_ = rtt;
      variation_ = rtt / 2;
    } else {
      const TimeNs deviation = smoothed_ > rtt ? smoothed_ - rtt : rtt - smoothed_;
      variation_ = (3 * variation_ + deviation) / 4;
      smoothed_ = (7 * smoothed_ + rtt) / 8;
    }
    timeout_ = std::clamp(smoothed_ + 4 * variation_, timeout_min, timeout_max);
  }
  void back_off() { timeout_ = std::min(2 * timeout_, timeout_max); }
  TimeNs timeout() const { return timeout_; }

 private:
  static constexpr TimeNs timeout_min = 200 * nanoseconds_per_millisecond;
  static constexpr TimeNs timeout_max = 20 * nanoseconds_per_second;

  TimeNs smoothed_ = 0;
  TimeNs variation_ = 0;
  TimeNs timeout_ = nanoseconds_per_second;
};

}  // namespace augustus::face
