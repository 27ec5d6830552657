// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/clock.hh"

namespace augustus::manage {

/// Keeps long work that anybody can ask for to half of a thread's time, so that other work goes on beside it. A little
/// may be done ahead.
class WorkBudget {
 public:
  static constexpr TimeNs allowance = 50 * nanoseconds_per_millisecond;

  /// Work that took so long ended at `now`.
  void spent(TimeNs took, TimeNs now) { free_at_ = std::max(free_at_, now) + 2 * took; }
  bool exhausted(TimeNs now) const { return now < next(); }
  /// When there may be more.
  TimeNs next() const { return free_at_ < allowance ? 0 : free_at_ - allowance; }

 private:
  TimeNs free_at_ = 0;  ///< when all that was done has been made up for
};

}  // namespace augustus::manage
