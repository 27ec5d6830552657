// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace augustus::client {

/// How many Interests may be outstanding: slow start, then additive increase; multiplicative decrease at most
/// once for the segments that were under way when congestion showed (conservative window adaptation, as
/// ndncatchunks does).
class CongestionWindow {
 public:
  explicit CongestionWindow(double size_max) : size_max_(size_max), threshold_(size_max) {}

  std::uint64_t size() const { return static_cast<std::uint64_t>(size_); }

  void on_data() { size_ = std::min(size_max_, size_ + (size_ < threshold_ ? 1.0 : 1.0 / size_)); }

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

  double size_ = 4;
  double size_max_;
  double threshold_;
  std::uint64_t recovery_end_ = 0;
};

}  // namespace augustus::client
