// SPDX-License-Identifier: Apache-2.0
#include "face/congestion_marker.hh"

#include <cmath>

namespace augustus::face {

bool CongestionMarker::mark(std::size_t queue_bytes, std::uint64_t threshold_bytes, std::uint64_t interval_ns,
                            TimeNs now) {
  if (queue_bytes <= threshold_bytes) {
    next_mark_ = time_never;
    marked_ = 0;
    return false;
  }
  if (next_mark_ == time_never) {
    next_mark_ = now + interval_ns;
    return false;
  }
  if (now < next_mark_) {
    return false;
  }
  ++marked_;
  next_mark_ += static_cast<TimeNs>(static_cast<double>(interval_ns) / std::sqrt(marked_ + 1.0));
  return true;
}

}  // namespace augustus::face
