// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/next_hop_choice.hh"

namespace augustus::forward {

FaceId first_eligible(PendingInterest& interest) {
  for (const auto& hop : interest.next_hops()) {
    if (interest.eligible(hop.face)) {
      return hop.face;
    }
  }
  return face_id_none;
}

FaceId first_unused(PendingInterest& interest) {
  for (const auto& hop : interest.next_hops()) {
    if (interest.eligible(hop.face) && !interest.in_use(hop.face)) {
      return hop.face;
    }
  }
  return face_id_none;
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
