// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/next_hop_choice.hh"

#include "forward/rules/next_hop_allowed.hh"

namespace augustus::forward {

FaceId first_eligible(PendingInterest& interest) {
  return first_next_hop(interest.next_hops(), [&](FaceId face) { return interest.eligible(face); });
}

FaceId first_unused(PendingInterest& interest) {
  return first_next_hop(interest.next_hops(),
                        [&](FaceId face) { return interest.eligible(face) && !interest.in_use(face); });
}

FaceId earliest_used(PendingInterest& interest) {
  FaceId found = face_id_none;
  TimeNs earliest = time_never;
  for (const auto& hop : interest.next_hops()) {
    const auto* out = interest.context().table.find_out(interest.record(), hop.face);
    if (out != nullptr && out->last_renewed < earliest && interest.eligible(hop.face)) {
      found = hop.face;
      earliest = out->last_renewed;
    }
  }
  return found;
}

}  // namespace augustus::forward
