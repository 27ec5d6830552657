// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hh"
#include "base/face_id.hh"

namespace augustus::worker {

/// A packet as a Face brought it or got it.
struct CapturedPacket {
  TimeNs time = 0;  ///< monotonic
  FaceId face = face_id_none;
  bool outgoing = false;
  bool whole_frame = false;  ///< `bytes` is no packet but a frame with its link header
  std::uint32_t length = 0;  ///< bytes of the packet; `bytes` may hold fewer
  /// A bare Interest or Data, or an LpPacket when something came along (PIT token, Nack, congestion mark, ...).
  /// Compact packets: as they are.
  std::vector<std::uint8_t> bytes;
};

}  // namespace augustus::worker
