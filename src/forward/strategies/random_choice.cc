// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/random_choice.hh"

namespace augustus::forward {

void RandomChoice::after_receive_interest(PendingInterest& interest) {
  // Reservoir of one: the n-th eligible next hop replaces the choice with probability 1/n.
  FaceId chosen = face_id_none;
  std::uint32_t seen = 0;
  for (const auto& hop : interest.next_hops()) {
    if (interest.eligible(hop.face) && interest.context().random.below(++seen) == 0) {
      chosen = hop.face;
    }
  }
  if (chosen == face_id_none) {
    interest.reject();
  } else {
    interest.send(chosen);
  }
}

}  // namespace augustus::forward
