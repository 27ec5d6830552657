// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>

#include "base/device_number.hh"
#include "base/face_id.hh"
#include "base/packet_pool.hh"
#include "wire/lp_header.hh"
#include "wire/packet_format.hh"

namespace augustus::forward {

/// What came with a packet besides its bytes, kept in the packet buffer's private area. Written by the face
/// that received the packet, read-only afterwards (the buffer may be shared once it is being sent).
/// The buffer's data starts at the bare Interest or Data: link headers were taken off.
struct Arrival {
  FaceId face = face_id_none;
  wire::PacketFormat format =
      wire::PacketFormat::ndn;          ///< of the packet; a compact one has none of what follows
  bool own_header = true;               ///< compact: the IPv4 header it came with stands in front of it
  DeviceNumber frame_of = device_none;  ///< a whole frame, as this device received it, and no packet
  FaceId next_hop_face = face_id_none;  ///< NextHopFaceId, only from faces with local fields on
  wire::NackReason nack_reason = wire::NackReason::none;
  bool is_nack = false;
  bool no_cache = false;
  bool non_discovery = false;
  std::uint8_t congestion_mark = 0;
  std::uint8_t pit_token_length = 0;
  std::array<std::uint8_t, wire::pit_token_bytes_max> pit_token{};
  /// PrefixAnnouncement's Data, kept in the same buffer: offset from buf_addr and length; 0 when there is
  /// none.
  std::uint16_t announcement_offset = 0;
  std::uint16_t announcement_length = 0;
};
static_assert(sizeof(Arrival) <= packet_private_used_bytes);

inline Arrival& arrival_of(rte_mbuf* packet) {
  return *static_cast<Arrival*>(rte_mbuf_to_priv(packet));
}

}  // namespace augustus::forward
