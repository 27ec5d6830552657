// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/face_id.hh"
#include "wire/lp_header.hh"
#include "wire/packet_view.hh"

namespace augustus::traffic {

/// One packet without its link headers, and what those said; refers to memory of others.
struct Packet {
  std::span<const std::uint8_t> bytes;  ///< a bare Interest or Data, or one with a compact header
  wire::PacketKind kind = wire::PacketKind::interest;
  wire::NackReason nack_reason = wire::NackReason::none;  ///< of a Nack
  bool congestion_mark = false;
  std::span<const std::uint8_t> pit_token;  ///< at most pit_token_bytes_max bytes; empty: none
  /// Who sent it or shall get it, on a link that has several at its end; face_id_none: the usual one.
  FaceId peer = face_id_none;
};

}  // namespace augustus::traffic
