// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/clock.hh"

namespace augustus::forward {

/// Smoothed round-trip time and retransmission timeout (RFC 6298, with ndn-cxx's bounds: 1 s before the first
/// sample, then 200 ms to 1 min).
class RttEstimator {
 public:
  void add(TimeNs rtt) {
    if (!has_samples_) {
      has_samples_ = true;
      smoothed_ = rtt;
      variation_ = rtt / 2;
    } else {
      const TimeNs difference = smoothed_ > rtt ? smoothed_ - rtt : rtt - smoothed_;
      variation_ = variation_ - variation_ / 4 + difference / 4;
      smoothed_ = smoothed_ - smoothed_ / 8 + rtt / 8;
    }
    timeout_ = std::clamp(smoothed_ + 4 * variation_, timeout_min, timeout_max);
  }

  bool has_samples() const { return has_samples_; }
  TimeNs smoothed() const { return smoothed_; }
  TimeNs timeout() const { return timeout_; }

 private:
  static constexpr TimeNs timeout_min = 200 * nanoseconds_per_millisecond;
  static constexpr TimeNs timeout_max = 60 * nanoseconds_per_second;

  TimeNs smoothed_ = 0;
  TimeNs variation_ = 0;
  TimeNs timeout_ = nanoseconds_per_second;
  bool has_samples_ = false;
};

}  // namespace augustus::forward
