// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hh"

namespace augustus::worker {

/// Turns sums of busy time into what was spent lately: keeps the sums of up to two seconds ago. Used by the
/// management thread.
class LoadMeter {
 public:
  static constexpr TimeNs interval = nanoseconds_per_second;

  struct Sums {
    TimeNs at = 0;
    std::vector<std::uint64_t> workers_ns;
    std::vector<std::uint64_t> partitions_ns;
  };

  /// When sums are wanted next.
  TimeNs next() const { return last_.at + interval; }
  void note(Sums sums) {
    before_ = std::move(last_);
    last_ = std::move(sums);
  }
  /// The sums to compare with those of now: one to two intervals old, where there are any.
  const Sums& reference() const { return before_.workers_ns.empty() ? last_ : before_; }

 private:
  Sums before_;
  Sums last_;
};

}  // namespace augustus::worker
