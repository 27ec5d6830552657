// SPDX-License-Identifier: Apache-2.0
#include "manage/dataset_queue.hh"

#include <algorithm>

namespace augustus::manage {

DatasetQueue::DatasetQueue(Finish finish)
    : finish_(std::move(finish)), shares_(PoolShares::Rule::for_questions(jobs_max)) {}

void DatasetQueue::ask(const CommandContext& context, const Build& build) {
  const auto is_asked = [&context](const Job& job) { return job.interest.name == context.interest.name; };
  if (std::ranges::any_of(jobs_, is_asked)) {
    return;
  }
  const bool is_administrator = context.peer.kind == Peer::Kind::administrator;
  if (!shares_.take(shares_.holder_of(context.peer.source), is_administrator)) {
    refused_.add();
    return;
  }
  jobs_.push_back({context.interest, context.peer, &build, {}});
  if (jobs_.size() == 1) {
    work(context.now, context.wall);
  }
}

TimeNs DatasetQueue::tick(TimeNs now, TimeNs wall) {
  work(now, wall);
  return jobs_.empty() ? time_never : std::max(now, budget_.next());
}

void DatasetQueue::work(TimeNs now, TimeNs wall) {
  const TimeNs begun = monotonic_now();
  for (TimeNs time = begun; !jobs_.empty() && time < begun + turn && !budget_.exhausted(time);) {
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    const CommandContext context{job.interest, job.peer.face, now, wall, job.peer};
    if ((*job.build)(context, job.draft)) {
      shares_.give_back(shares_.holder_of(job.peer.source));
      finish_(context, job.draft);
    } else {
      jobs_.push_back(std::move(job));
    }
    const TimeNs end = monotonic_now();
    budget_.spent(end - time, end);
    time = end;
  }
}

}  // namespace augustus::manage
