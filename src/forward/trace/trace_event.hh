// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/clock.hh"
#include "base/face_id.hh"
#include "forward/trace/trace_step.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

/// One thing that happened, a plain value. `name` is set with `arrived`, `expired`, and with `sent` where `packet` is 0:
/// the value of an NDN Name TLV, cut at a component when it is longer than there is room.
struct TraceEvent {
  static constexpr std::size_t name_bytes_max = 456;

  TimeNs time = 0;           ///< monotonic
  std::uint64_t packet = 0;  ///< numbers the packets of a session from 1; 0: outside any packet's own run
  std::uint64_t hash = 0;    ///< the tables' hash of the name
  FaceId face = face_id_none;
  std::uint32_t partition = 0;
  std::uint32_t number = 0;
  std::uint32_t nonce = 0;
  TraceStep step = TraceStep::arrived;
  wire::PacketKind kind = wire::PacketKind::interest;
  std::uint8_t detail = 0;
  bool name_cut = false;
  std::uint16_t name_length = 0;
  std::array<std::uint8_t, name_bytes_max> name;
};
static_assert(sizeof(TraceEvent) % 4 == 0);

}  // namespace augustus::forward
