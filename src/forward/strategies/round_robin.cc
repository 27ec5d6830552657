// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/round_robin.hh"

#include "forward/strategies/retransmission.hh"

namespace augustus::forward {

void RoundRobin::after_receive_interest(PendingInterest& interest) {
  if (decide_by_record(interest) == Retransmission::suppress) {
    interest.suppress();
    return;
  }
  const auto hops = interest.next_hops();
  auto& turn = turns_[interest.fib_prefix() % turns_max];
  for (std::size_t tried = 0; tried < hops.size(); ++tried) {
    const auto& hop = hops[turn++ % hops.size()];
    if (interest.eligible(hop.face)) {
      interest.send(hop.face);
      return;
    }
  }
  interest.reject();
}

}  // namespace augustus::forward
