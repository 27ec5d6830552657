// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>

#include "base/copy_short.hh"
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

  /// An Interest or Data that no link field goes along with but, perhaps, a PIT token.
  bool needs_no_fields() const {
    return (static_cast<unsigned>(kind == wire::PacketKind::nack) | congestion_mark |
            static_cast<unsigned>(non_discovery) | static_cast<unsigned>(with_announcement)) == 0;
  }
};
static_assert(sizeof(Outgoing) <= 64);

/// As `to = from`, field by field: one just written byte by byte cannot be read in wide words before its
/// bytes are in the cache, and they wait there behind every store that misses.
[[gnu::always_inline]] inline void copy_fields(Outgoing& to, const Outgoing& from) {
  to.packet = from.packet;
  to.face = from.face;
  to.incoming_face = from.incoming_face;
  to.kind = from.kind;
  to.nack_reason = from.nack_reason;
  to.congestion_mark = from.congestion_mark;
  to.pit_token_length = from.pit_token_length;
  to.non_discovery = from.non_discovery;
  to.with_announcement = from.with_announcement;
  copy_short(to.pit_token.data(), from.pit_token.data(), from.pit_token_length);
}

}  // namespace augustus::forward
