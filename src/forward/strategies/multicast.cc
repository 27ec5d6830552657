// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/multicast.hh"

#include "forward/strategies/retransmission.hh"

namespace augustus::forward {

void Multicast::after_receive_interest(PendingInterest& interest) {
  bool sent = false;
  bool suppressed = false;
  for (const auto& hop : interest.next_hops()) {
    const auto decision = decide_by_upstream(interest, hop.face);
    if (decision == Retransmission::suppress) {
      suppressed = true;
      continue;
    }
    if (!interest.eligible(hop.face)) {
      continue;
    }
    auto* out = interest.send(hop.face);
    sent = sent || out != nullptr;
    if (out != nullptr && decision == Retransmission::forward) {
      lengthen_suppression(*out);
    }
  }
  if (suppressed && !sent) {
    interest.suppress();
  }
}

}  // namespace augustus::forward
