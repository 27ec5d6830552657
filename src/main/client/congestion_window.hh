// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clock.hh"

namespace augustus::client {

/// How many Interests may be outstanding: slow start, then additive increase; multiplicative decrease at most
/// once for the segments that were under way when congestion showed (conservative window adaptation, as
/// ndncatchunks does). Slow start also ends when round trips grow longer from one window's worth of segments
/// to the next (HyStart++, RFC 9406 section 4.2): whoever is slowest has its queue then, and doubling on
/// would make round trips longer than the time-outs that were set before.
class CongestionWindow {
 public:
  explicit CongestionWindow(double size_max) : size_max_(size_max), threshold_(size_max) {}

  std::uint64_t size() const { return static_cast<std::uint64_t>(size_); }

  /// Data of `segment` came, `round_trip` after its Interest; `highest_sent` as below.
  void on_data(std::uint64_t segment, TimeNs round_trip, std::uint64_t highest_sent) {
    if (size_ < threshold_) {
      watch_round_trips(segment, round_trip, highest_sent);
    }
    size_ = std::min(size_max_, size_ + (size_ < threshold_ ? 1.0 : 1.0 / size_));
  }

  /// A loss or a congestion mark on `segment`; `highest_sent` is the highest segment asked for so far. False
  /// when it belongs to congestion that was answered already.
  bool on_congestion(std::uint64_t segment, std::uint64_t highest_sent) {
    if (segment < recovery_end_) {
      return false;
    }
    recovery_end_ = highest_sent + 1;
    threshold_ = std::max(size_min, size_ * decrease);
    size_ = threshold_;
    return true;
  }

 private:
  static constexpr double size_min = 2;
  static constexpr double decrease = 0.7;  // CUBIC's factor (RFC 9438)
  // RFC 9406, section 4.3.
  static constexpr unsigned samples_min = 8;
  static constexpr TimeNs growth_min = 4 * nanoseconds_per_millisecond;
  static constexpr TimeNs growth_max = 16 * nanoseconds_per_millisecond;

  /// A round is the segments that were under way when the last one ended.
  void watch_round_trips(std::uint64_t segment, TimeNs round_trip, std::uint64_t highest_sent) {
    if (segment >= round_end_) {
      round_end_ = highest_sent + 1;
      last_shortest_ = shortest_;
      shortest_ = time_never;
      samples_ = 0;
    }
    shortest_ = std::min(shortest_, round_trip);
    if (++samples_ >= samples_min && last_shortest_ != time_never &&
        shortest_ >= last_shortest_ + std::clamp(last_shortest_ / 8, growth_min, growth_max)) {
      threshold_ = size_;
    }
  }

  double size_ = 4;
  double size_max_;
  double threshold_;
  std::uint64_t recovery_end_ = 0;
  std::uint64_t round_end_ = 0;
  TimeNs last_shortest_ = time_never;  ///< round trip of the last round
  TimeNs shortest_ = time_never;       ///< of this one
  unsigned samples_ = 0;
};

}  // namespace augustus::client
