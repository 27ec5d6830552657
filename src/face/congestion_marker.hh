// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.hh"

namespace augustus::face {

/// How often a socket is asked what the system still holds of what was sent.
inline constexpr TimeNs kernel_queue_interval = nanoseconds_per_millisecond;

/// Decides which packets of a Face carry a congestion mark: the first after its send queue stayed above the
/// threshold for an interval, then more and more often, as in CoDel (RFC 8289, section 4.3): the n-th after
/// interval / sqrt(n).
class CongestionMarker {
 public:
  bool mark(std::size_t queue_bytes, std::uint64_t threshold_bytes, std::uint64_t interval_ns, TimeNs now);

 private:
  TimeNs next_mark_ = time_never;  ///< time_never: the queue is below its threshold
  std::uint32_t marked_ = 0;       ///< in this incident
};

}  // namespace augustus::face
