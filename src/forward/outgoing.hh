// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>

#include "base/face_id.hh"
#include "wire/lp_header.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

/// One packet on its way to one Face. Owns one reference to `packet`, whose bytes (a bare Interest or Data,
/// possibly a chain) other Outgoing may share: nobody writes to them. What differs by receiver is here.
struct Outgoing {
  rte_mbuf* packet = nullptr;
  FaceId face = face_id_none;
  FaceId incoming_face = face_id_none;  ///< IncomingFaceId, sent where the face has local fields on
  wire::PacketKind kind = wire::PacketKind::interest;
  wire::NackReason nack_reason = wire::NackReason::none;
  std::uint8_t congestion_mark = 0;
  std::uint8_t pit_token_length = 0;
  bool non_discovery = false;
  /// The announcement in packet's buffer (Arrival's fields) goes along with this Data.
  bool with_announcement = false;
  std::array<std::uint8_t, wire::pit_token_bytes_max> pit_token{};
};
static_assert(sizeof(Outgoing) <= 64);

}  // namespace augustus::forward
