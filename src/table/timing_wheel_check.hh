// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "table/timing_wheel.hh"

namespace augustus::table {

/// Looks at a whole timing wheel.
class TimingWheelCheck {
 public:
  /// The indices of all records on it, each once. Throws BrokenInvariant when its lists do not hang together.
  static std::vector<PitIndex32> records_on(const TimingWheel& wheel);
};

}  // namespace augustus::table
