// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/packet_pool.hh"

namespace augustus::scenario {

/// The one packet pool of the test's process.
inline PacketPool& packet_pool() {
  static PacketPool pool("scenario", 8191, 255);
  return pool;
}

}  // namespace augustus::scenario
