// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/best_route.hh"

#include "forward/strategies/next_hop_choice.hh"
#include "forward/strategies/retransmission.hh"

namespace augustus::forward {

void BestRoute::after_receive_interest(PendingInterest& interest) {
  const auto decision = decide_by_record(interest);
  if (decision == Retransmission::suppress) {
    interest.suppress();
    return;
  }
  if (decision == Retransmission::fresh) {
    const auto face = first_eligible(interest);
    if (face == face_id_none) {
      interest.reject();
    } else {
      interest.send(face);
    }
    return;
  }
  auto face = first_unused(interest);
  if (face == face_id_none) {
    face = earliest_used(interest);
  }
  if (face != face_id_none) {
    interest.send(face);
  }
}

}  // namespace augustus::forward
