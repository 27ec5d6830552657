// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace augustus::worker {

/// Bounds the part of a worker's time that goes to what the SSDs have read while other packets are there, so
/// that these keep their rate beside a saturated SSD. After each look at the SSDs the others have so much time
/// as makes that look its share. Where nobody else has work there is no bound.
class SsdShare {
 public:
  /// Percent of the time, 1 to 100; 100: no bound.
  explicit SsdShare(unsigned percent = percent_max) : percent_(std::clamp(percent, 1u, percent_max)) {}

  /// Whether to look at the SSDs now, a time in ticks of any clock; `others_work`: the turn had other packets.
  bool is_due(std::uint64_t now, bool others_work) {
    // As if they had worked for all of the time since.
    owed_ -= std::min(owed_, (now - since_) * percent_);
    since_ = now;
    return owed_ == 0 || !others_work;
  }
  /// After the look that is_due() allowed.
  void looked(std::uint64_t now) {
    owed_ = (now - since_) * (percent_max - percent_);
    since_ = now;
  }

 private:
  static constexpr unsigned percent_max = 100;

  unsigned percent_;
  std::uint64_t owed_ = 0;  ///< for the last look, in ticks times percent
  std::uint64_t since_ = 0;
};

}  // namespace augustus::worker
