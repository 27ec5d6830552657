// SPDX-License-Identifier: Apache-2.0
#include "manage/dataset_queue.hh"

#include <algorithm>

namespace augustus::manage {

DatasetQueue::DatasetQueue(Finish finish)
    : finish_(std::move(finish)), jobs_({.jobs_max = jobs_max, .jobs_of_face = jobs_max}) {}

bool DatasetQueue::ask(const CommandContext& context, const Build& build) {
  if (waits(context)) {
    return true;
  }
  if (!jobs_.push(context.peer, {context.interest, context.peer, &build, {}})) {
    return false;
  }
  if (jobs_.size() == 1) {
    work(context.now, context.wall);
  }
  return true;
}

bool DatasetQueue::waits(const CommandContext& context) const {
  return jobs_.any_of([&context](const Job& job) {
    return job.peer.source == context.peer.source && job.interest.name == context.interest.name;
  });
}

TimeNs DatasetQueue::tick(TimeNs now, TimeNs wall) {
  work(now, wall);
  return jobs_.empty() ? time_never : std::max(now, budget_.next());
}

void DatasetQueue::work(TimeNs now, TimeNs wall) {
  const TimeNs begun = monotonic_now();
  for (TimeNs time = begun; !jobs_.empty() && time < begun + turn && !budget_.exhausted(time);) {
    Job& job = jobs_.front();
    const CommandContext context{job.interest, job.peer.face, now, wall, job.peer};
    if ((*job.build)(context, job.draft)) {
      finish_(context, job.draft);
      jobs_.pop_front();
    } else {
      jobs_.pass_turn();
    }
    const TimeNs end = monotonic_now();
    budget_.spent(end - time, end);
    time = end;
  }
}

}  // namespace augustus::manage
