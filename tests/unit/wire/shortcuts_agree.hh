// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <tuple>

#include "unit/wire/exact_buffer.hh"
#include "wire/compact_codec.hh"
#include "wire/compact_common.hh"
#include "wire/dispatch_hash.hh"
#include "wire/lp_codec.hh"
#include "wire/parse_common.hh"
#include "wire/parse_packet.hh"
#include "wire/plain_lp.hh"

namespace augustus::wire {

inline bool same_view(const PacketView& a, const PacketView& b) {
  const auto fields = [](const PacketView& v) {
    return std::tie(v.kind, v.format, v.can_be_prefix, v.must_be_fresh, v.has_nonce, v.has_hop_limit,
                    v.has_forwarding_hint, v.has_implicit_digest, v.hop_limit, v.name_offset, v.name_length,
                    v.component_count, v.nonce_offset, v.hop_limit_offset, v.hint_offset, v.hint_length,
                    v.after_selectors_offset, v.packet_length, v.nonce, v.lifetime_ms, v.freshness_ms,
                    v.content_type, v.name_hash);
  };
  const unsigned prefixes = a.prefix_count();
  return fields(a) == fields(b) &&
         std::equal(a.component_end.begin(), a.component_end.begin() + prefixes, b.component_end.begin()) &&
         std::equal(a.prefix_hash.begin(), a.prefix_hash.begin() + prefixes + 1, b.prefix_hash.begin());
}

/// What parse_common takes, the full parser takes too and sees the same.
inline bool common_agrees(std::span<const std::uint8_t> bytes) {
  const ExactBuffer packet(bytes);
  const KeyedHash hash(HashKey{{3, 5, 7, 9}});
  PacketView common;
  if (!parse_common(packet.bytes(), hash, common)) {
    return true;
  }
  PacketView full;
  if (parse_packet(packet.bytes(), full) != ParseOutcome::ok) {
    return false;
  }
  hash_name(hash, packet.bytes().data(), full);
  return same_view(common, full);
}

/// What parse_common_compact takes, the full parser takes too and sees the same; and what the full one takes
/// has one dispatch hash.
inline bool common_compact_agrees(std::span<const std::uint8_t> bytes, PacketFormat format) {
  const ExactBuffer packet(bytes);
  const KeyedHash hash(HashKey{{3, 5, 7, 9}});
  PacketView full;
  const bool accepted = parse_compact(packet.bytes(), format, full) == ParseOutcome::ok;
  const std::uint64_t dispatched = dispatch_hash_of_compact(packet.bytes(), format, 8);
  if (accepted && dispatched != dispatch_hash(packet.bytes().data(), full, 8)) {
    return false;
  }
  PacketView common;
  if (!parse_common_compact(packet.bytes(), format, hash, common)) {
    return true;
  }
  if (!accepted) {
    return false;
  }
  hash_name(hash, packet.bytes().data(), full);
  return same_view(common, full);
}

/// What decode_plain_lp takes, the full decoder takes too and sees the same.
inline bool plain_lp_agrees(std::span<const std::uint8_t> bytes) {
  const ExactBuffer packet(bytes);
  const auto plain = decode_plain_lp(packet.bytes());
  if (!plain) {
    return true;
  }
  LpHeader full;
  return decode_lp(packet.bytes(), full) == LpOutcome::ok &&
         full.pit_token_length == plain->pit_token.size() &&
         std::ranges::equal(plain->pit_token, std::span(full.pit_token).first(full.pit_token_length)) &&
         std::ranges::equal(plain->fragment, full.fragment) && full.frag_count == 1 && !full.has_sequence &&
         !full.is_nack && !full.has_congestion_mark && full.prefix_announcement.empty() &&
         full.ack_count == 0;
}

}  // namespace augustus::wire
