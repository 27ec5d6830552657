// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/clock.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

/// How long an Interest stays pending; ten days at most, as in NFD.
inline TimeNs lifetime_of(const wire::PacketView& interest) {
  constexpr TimeNs lifetime_max = TimeNs{10} * 24 * 3600 * nanoseconds_per_second;
  return std::min(TimeNs{interest.lifetime_ms} * nanoseconds_per_millisecond, lifetime_max);
}

}  // namespace augustus::forward
