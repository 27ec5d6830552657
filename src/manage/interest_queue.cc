// SPDX-License-Identifier: Apache-2.0
#include "manage/interest_queue.hh"

namespace augustus::manage {

InterestQueue::InterestQueue(Serve serve)
    : serve_(std::move(serve)),
      waiting_({.jobs_max = interests_max, .jobs_of_face = interests_of_face}) {}

void InterestQueue::take(wire::Interest interest, const Peer& peer) {
  waiting_.push(peer, {std::move(interest), peer.face});
}

TimeNs InterestQueue::serve(TimeNs now, TimeNs wall) {
  const TimeNs begun = monotonic_now();
  while (!waiting_.empty()) {
    const Received next = std::move(waiting_.front());
    waiting_.pop_front();
    serve_(next.interest, next.incoming, now, wall);
    if (monotonic_now() >= begun + turn) {
      break;
    }
  }
  return waiting_.empty() ? time_never : now;
}

}  // namespace augustus::manage
