// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/parse_packet.hh"
#include "wire/tlv_header.hh"

namespace augustus::wire {

/// What the one pass over a packet's name finds besides its bounds.
struct NameShape {
  std::uint32_t last_type = 0;  ///< of the last component; 0 for an empty name
  unsigned parameters_digests = 0;
  const std::uint8_t* end = nullptr;  ///< of the Name TLV
};

/// The parts of parse_packet for one kind of packet: `begin` is the outer TLV's first byte, [at, end) its
/// value. Internal to this room.
ParseOutcome parse_interest(const std::uint8_t* begin, const std::uint8_t* at, const std::uint8_t* end,
                            PacketView& view);
ParseOutcome parse_data(const std::uint8_t* begin, const std::uint8_t* at, const std::uint8_t* end,
                        PacketView& view);

/// The first element of a packet, which must be its Name. Sets its bounds in `view`.
ParseOutcome parse_name_element(const std::uint8_t* begin, const std::uint8_t* at, const std::uint8_t* end,
                                PacketView& view, NameShape& shape);

/// Clips a 64-bit number to 32 bits.
/// What a packet's optional elements leave in the view when they are not there.
inline void clear_fields(PacketView& view) {
  view.can_be_prefix = false;
  view.must_be_fresh = false;
  view.has_nonce = false;
  view.has_hop_limit = false;
  view.has_forwarding_hint = false;
  view.has_implicit_digest = false;
  view.hop_limit = 0;
  view.nonce_offset = 0;
  view.hop_limit_offset = 0;
  view.hint_offset = 0;
  view.hint_length = 0;
  view.after_selectors_offset = 0;
  view.nonce = 0;
  view.lifetime_ms = interest_lifetime_default_ms;
  view.freshness_ms = 0;
  view.content_type = 0;
}

constexpr std::uint32_t clip32(std::uint64_t number) {
  return number > 0xffffffff ? 0xffffffff : static_cast<std::uint32_t>(number);
}

constexpr std::uint16_t offset16(const std::uint8_t* begin, const std::uint8_t* at) {
  return static_cast<std::uint16_t>(at - begin);
}

}  // namespace augustus::wire
