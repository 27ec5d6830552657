// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "base/clock.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

/// How long an Interest stays pending here, whatever it asks for: `lifetime_max` at most.
inline TimeNs lifetime_of(const wire::PacketView& interest, TimeNs lifetime_max) {
  return std::min(TimeNs{interest.lifetime_ms} * nanoseconds_per_millisecond, lifetime_max);
}

}  // namespace augustus::forward
