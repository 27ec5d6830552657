// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "wire/lp_header.hh"

namespace augustus::wire {

/// Why an LpPacket was refused; each is a drop counter of the same name.
enum class LpOutcome : std::uint8_t {
  ok,
  truncated,
  trailing_bytes,
  malformed_number,
  unknown_packet_type,  ///< outer type is not LpPacket, Interest or Data
  out_of_order,         ///< a header out of ascending order or repeated where it may not be
  unknown_header,       ///< unrecognised and not in 800..959 with (type & 3) == 0
  malformed_field,
  fragment_index,     ///< FragIndex >= FragCount, more than 400 fragments, or several without Sequence
  field_not_allowed,  ///< e.g. Nack on Data, CachePolicy on Interest: NDNLPv2 drop rules
  count
};

std::string_view lp_outcome_name(LpOutcome outcome);

/// Room that the largest header this encoder writes needs in front of a fragment, with all 16 Acks; the bytes
/// of a PrefixAnnouncement come on top. Without Acks 136 bytes are enough.
inline constexpr std::size_t lp_header_bytes_max = 328;

/// Decodes an LpPacket, or a bare Interest or Data (which becomes a header with only `fragment` set).
/// Field rules that depend on the L3 type are checked by peeking at the fragment's first byte when
/// frag_index is 0. Reads nothing outside `packet`; spans in `header` point into it.
LpOutcome decode_lp(std::span<const std::uint8_t> packet, LpHeader& header);

/// Writes everything of an LpPacket that goes before the fragment's payload bytes: outer type and length,
/// header fields in ascending order, Fragment's type and length for `fragment_bytes` bytes of payload that
/// the caller places right after. Returns the bytes written at the *front* of `out`, 0 when `out` is too
/// small. `header.fragment` is not read. With fragment_bytes 0 no Fragment element is written (an IDLE
/// packet).
std::size_t encode_lp_header(const LpHeader& header, std::size_t fragment_bytes, std::span<std::uint8_t> out);

/// True when `header` holds nothing that must be sent, so that the bare packet may go out.
bool lp_header_needless(const LpHeader& header);

}  // namespace augustus::wire
