// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/face_id.hh"

namespace augustus::wire {

enum class NackReason : std::uint8_t { none = 0, congestion = 50, duplicate = 100, no_route = 150 };

inline constexpr unsigned pit_token_bytes_max = 32;

/// The NDNLPv2 fields of one LpPacket, decoded. Spans point into the decoded packet.
struct LpHeader {
  bool has_sequence = false;
  bool has_tx_sequence = false;
  bool is_nack = false;
  bool has_next_hop_face = false;
  bool no_cache = false;  ///< CachePolicy NoCache
  bool has_congestion_mark = false;
  bool non_discovery = false;
  std::uint64_t sequence = 0;
  std::uint64_t tx_sequence = 0;
  std::uint64_t frag_index = 0;
  std::uint64_t frag_count = 1;
  std::uint64_t congestion_mark = 0;
  NackReason nack_reason = NackReason::none;  ///< an unknown reason decodes as none
  FaceId incoming_face = face_id_none;        ///< to encode only; a received IncomingFaceId is ignored
  FaceId next_hop_face = face_id_none;
  std::uint8_t pit_token_length = 0;
  std::array<std::uint8_t, pit_token_bytes_max> pit_token{};
  std::span<const std::uint8_t> prefix_announcement;  ///< the Data TLV inside PrefixAnnouncement, or empty
  std::span<const std::uint8_t> fragment;             ///< empty: an IDLE packet, headers only
  std::array<std::uint64_t, 16> acks{};
  std::uint8_t ack_count = 0;  ///< acks beyond 16 in one packet are ignored
};

}  // namespace augustus::wire
