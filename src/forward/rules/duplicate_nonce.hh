// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/downstreams.hh"
#include "forward/stage_context.hh"

namespace augustus::forward {

/// Whether an Interest in the PIT came back by another way: its nonce is one that somebody waits with, or that was sent
/// upstream (NFD's findDuplicateNonce, onIncomingInterest). A repeat by the Face that asked is a retransmission when
/// the Face is point-to-point. `waiting`: downstreams_of() the Interest, by default none.
inline bool is_duplicate(StageContext& context, const Item& interest, const Downstreams& waiting) {
  if (!interest.view->has_nonce) {
    return false;
  }
  const auto nonce = interest.view->nonce;
  if (waiting.own != nullptr && waiting.own->nonce == nonce) {
    return interest.ingress.link_type != LinkType::point_to_point;
  }
  bool is_elsewhere = waiting.nonce_of_another;
  context.table.for_each_out(*interest.record, [&](const table::OutRecord& out) {
    is_elsewhere = is_elsewhere || out.nonce == nonce;
    return !is_elsewhere;
  });
  return is_elsewhere;
}

}  // namespace augustus::forward
