// SPDX-License-Identifier: Apache-2.0
// NDNLPv2: https://redmine.named-data.net/projects/nfd/wiki/NDNLPv2
#include <algorithm>

#include "wire/lp_codec.hh"
#include "wire/tlv_header.hh"
#include "wire/tlv_type.hh"

namespace augustus::wire {
namespace {

constexpr std::uint64_t fragments_max = 400;
constexpr std::uint64_t no_cache_policy = 1;

constexpr LpOutcome lp_outcome_of(TlvOutcome outcome) {
  return outcome == TlvOutcome::ok          ? LpOutcome::ok
         : outcome == TlvOutcome::truncated ? LpOutcome::truncated
                                            : LpOutcome::malformed_number;
}

constexpr LpOutcome field_if(bool well_formed) {
  return well_formed ? LpOutcome::ok : LpOutcome::malformed_field;
}

/// Sequence numbers are always 8 bytes.
LpOutcome take_sequence(const TlvHeader& field, std::uint64_t& sequence) {
  return field_if(field.length == 8 && read_number(field.bytes(), sequence));
}

LpOutcome take_pit_token(const TlvHeader& field, LpHeader& header) {
  if (field.length < 1 || field.length > pit_token_bytes_max) {
    return LpOutcome::malformed_field;
  }
  header.pit_token_length = static_cast<std::uint8_t>(field.length);
  std::copy_n(field.value, field.length, header.pit_token.begin());
  return LpOutcome::ok;
}

/// The number in a nested element of `type`, which must come first; others behind it are ignored unless they
/// are critical. `found` stays false when there is none.
LpOutcome read_nested_number(const TlvHeader& field, std::uint32_t type, std::uint64_t& number, bool& found) {
  found = false;
  for (const std::uint8_t* at = field.value; at != field.end();) {
    TlvHeader element;
    if (const auto outcome = read_tlv_header(at, field.end(), element); outcome != TlvOutcome::ok) {
      return lp_outcome_of(outcome);
    }
    at = element.end();
    if (element.type == type && !found) {
      found = true;
      if (!read_number(element.bytes(), number)) {
        return LpOutcome::malformed_field;
      }
    } else if (is_critical(element.type)) {
      return LpOutcome::malformed_field;
    }
  }
  return LpOutcome::ok;
}

NackReason known_reason(std::uint64_t number) {
  switch (number) {
    case 50:
      return NackReason::congestion;
    case 100:
      return NackReason::duplicate;
    case 150:
      return NackReason::no_route;
    default:
      return NackReason::none;
  }
}

LpOutcome take_nack(const TlvHeader& field, LpHeader& header) {
  std::uint64_t reason = 0;
  bool found = false;
  const auto outcome = read_nested_number(field, lp_type::nack_reason, reason, found);
  header.is_nack = true;
  header.nack_reason = known_reason(reason);
  return outcome;
}

LpOutcome take_cache_policy(const TlvHeader& field, LpHeader& header) {
  std::uint64_t policy = 0;
  bool found = false;
  const auto outcome = read_nested_number(field, lp_type::cache_policy_type, policy, found);
  if (outcome != LpOutcome::ok) {
    return outcome;
  }
  header.no_cache = true;
  return field_if(found && policy == no_cache_policy);
}

LpOutcome take_next_hop(const TlvHeader& field, LpHeader& header) {
  std::uint64_t face = 0;
  if (!read_number(field.bytes(), face)) {
    return LpOutcome::malformed_field;
  }
  header.has_next_hop_face = true;
  // An id too large for a FaceId names no face.
  header.next_hop_face = face > 0xffffffff ? face_id_null : static_cast<FaceId>(face);
  return LpOutcome::ok;
}

LpOutcome take_ack(const TlvHeader& field, LpHeader& header) {
  std::uint64_t ack = 0;
  if (const auto outcome = take_sequence(field, ack); outcome != LpOutcome::ok) {
    return outcome;
  }
  if (header.ack_count < header.acks.size()) {
    header.acks[header.ack_count++] = ack;
  }
  return LpOutcome::ok;
}

/// PrefixAnnouncement holds exactly one Data.
LpOutcome take_prefix_announcement(const TlvHeader& field, LpHeader& header) {
  TlvHeader data;
  if (const auto outcome = read_tlv_header(field.value, field.end(), data); outcome != TlvOutcome::ok) {
    return outcome == TlvOutcome::truncated ? LpOutcome::malformed_field : lp_outcome_of(outcome);
  }
  header.prefix_announcement = field.bytes();
  return field_if(data.type == tlv_type::data && data.end() == field.end());
}

LpOutcome ignore_unknown(std::uint32_t type) {
  return type >= 800 && type <= 959 && (type & 3) == 0 ? LpOutcome::ok : LpOutcome::unknown_header;
}

LpOutcome take_field(const TlvHeader& field, LpHeader& header) {
  std::uint64_t ignored = 0;
  switch (field.type) {
    case lp_type::fragment:
      header.fragment = field.bytes();
      return LpOutcome::ok;
    case lp_type::sequence:
      header.has_sequence = true;
      return take_sequence(field, header.sequence);
    case lp_type::frag_index:
      return field_if(read_number(field.bytes(), header.frag_index));
    case lp_type::frag_count:
      return field_if(read_number(field.bytes(), header.frag_count));
    case lp_type::pit_token:
      return take_pit_token(field, header);
    case lp_type::nack:
      return take_nack(field, header);
    case lp_type::incoming_face_id:
      return field_if(read_number(field.bytes(), ignored));
    case lp_type::next_hop_face_id:
      return take_next_hop(field, header);
    case lp_type::cache_policy:
      return take_cache_policy(field, header);
    case lp_type::congestion_mark:
      header.has_congestion_mark = true;
      return field_if(read_number(field.bytes(), header.congestion_mark));
    case lp_type::ack:
      return take_ack(field, header);
    case lp_type::tx_sequence:
      header.has_tx_sequence = true;
      return take_sequence(field, header.tx_sequence);
    case lp_type::non_discovery:
      header.non_discovery = true;
      return field_if(field.length == 0);
    case lp_type::prefix_announcement:
      return take_prefix_announcement(field, header);
    default:
      return ignore_unknown(field.type);
  }
}

/// Fields ascend, Fragment comes last although its type is the lowest, and only Ack may repeat. What is
/// ignored may repeat too: it is not known whether it may not.
bool in_order(std::uint32_t previous, std::uint32_t type) {
  if (previous == lp_type::fragment) {
    return false;
  }
  if (type == lp_type::fragment || type > previous) {
    return true;
  }
  if (type != previous) {
    return false;
  }
  switch (type) {
    case lp_type::nack:
    case lp_type::incoming_face_id:
    case lp_type::next_hop_face_id:
    case lp_type::cache_policy:
    case lp_type::congestion_mark:
    case lp_type::tx_sequence:
    case lp_type::non_discovery:
    case lp_type::prefix_announcement:
      return false;
    default:
      return type >= 800;
  }
}

LpOutcome check_fragmentation(const LpHeader& header) {
  const bool needs_sequence = header.frag_count > 1 && !header.has_sequence;
  return header.frag_index >= header.frag_count || header.frag_count > fragments_max || needs_sequence
             ? LpOutcome::fragment_index
             : LpOutcome::ok;
}

/// What NDNLPv2 forbids with an Interest, a Nack or a Data. These headers ride on the first fragment.
LpOutcome check_allowed(const LpHeader& header) {
  if (header.fragment.empty() || header.frag_index != 0) {
    return LpOutcome::ok;
  }
  const bool is_data = header.fragment[0] == tlv_type::data;
  const bool nack_on_data = is_data && header.is_nack;
  const bool for_data_only = header.no_cache || !header.prefix_announcement.empty();
  const bool for_interest_only = header.has_next_hop_face || header.non_discovery;
  const bool is_interest = !is_data && !header.is_nack;
  return nack_on_data || (!is_data && for_data_only) || (!is_interest && for_interest_only)
             ? LpOutcome::field_not_allowed
             : LpOutcome::ok;
}

LpOutcome decode_fields(const TlvHeader& outer, LpHeader& header) {
  std::uint32_t previous = 0;
  for (const std::uint8_t* at = outer.value; at != outer.end();) {
    TlvHeader field;
    if (const auto outcome = read_tlv_header(at, outer.end(), field); outcome != TlvOutcome::ok) {
      return lp_outcome_of(outcome);
    }
    if (!in_order(previous, field.type)) {
      return LpOutcome::out_of_order;
    }
    if (const auto outcome = take_field(field, header); outcome != LpOutcome::ok) {
      return outcome;
    }
    previous = field.type;
    at = field.end();
  }
  if (const auto outcome = check_fragmentation(header); outcome != LpOutcome::ok) {
    return outcome;
  }
  return check_allowed(header);
}

}  // namespace

LpOutcome decode_lp(std::span<const std::uint8_t> packet, LpHeader& header) {
  header = LpHeader{};
  TlvHeader outer;
  const std::uint8_t* const end = packet.data() + packet.size();
  if (const auto outcome = read_tlv_header(packet.data(), end, outer); outcome != TlvOutcome::ok) {
    return lp_outcome_of(outcome);
  }
  const bool bare = outer.type == tlv_type::interest || outer.type == tlv_type::data;
  if (!bare && outer.type != lp_type::lp_packet) {
    return LpOutcome::unknown_packet_type;
  }
  if (outer.end() != end) {
    return LpOutcome::trailing_bytes;
  }
  if (bare) {
    header.fragment = packet;
    return LpOutcome::ok;
  }
  return decode_fields(outer, header);
}

}  // namespace augustus::wire
