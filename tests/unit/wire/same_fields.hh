// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <tuple>

#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/lp_codec.hh"

namespace augustus::wire {

inline bool same_fields(const Interest& a, const Interest& b) {
  const auto fields = [](const Interest& i) {
    return std::tie(i.name, i.can_be_prefix, i.must_be_fresh, i.forwarding_hint, i.nonce, i.lifetime_ms,
                    i.hop_limit, i.parameters, i.signature_info, i.signature_value);
  };
  return fields(a) == fields(b);
}

/// A Data without signature fields is one with a digest signature.
inline bool same_fields(const Data& a, const Data& b) {
  const std::vector<std::uint8_t> digest_info{0x1b, 1, 0};
  const auto info = [&](const Data& d) { return d.signature_info.empty() ? digest_info : d.signature_info; };
  const auto fields = [](const Data& d) {
    return std::tie(d.name, d.content_type, d.freshness_ms, d.final_block_id, d.content);
  };
  const bool same_signature =
      a.signature_value.empty() || b.signature_value.empty() || a.signature_value == b.signature_value;
  return fields(a) == fields(b) && info(a) == info(b) && same_signature;
}

/// All that travels: a received IncomingFaceId is ignored.
inline bool same_fields(const LpHeader& a, const LpHeader& b) {
  const auto fields = [](const LpHeader& h) {
    return std::tie(h.has_sequence, h.has_tx_sequence, h.is_nack, h.has_next_hop_face, h.no_cache,
                    h.has_congestion_mark, h.non_discovery, h.sequence, h.tx_sequence, h.frag_index,
                    h.frag_count, h.congestion_mark, h.nack_reason, h.next_hop_face, h.pit_token_length,
                    h.pit_token, h.acks, h.ack_count);
  };
  return fields(a) == fields(b) && std::ranges::equal(a.prefix_announcement, b.prefix_announcement) &&
         std::ranges::equal(a.fragment, b.fragment);
}

}  // namespace augustus::wire
