// SPDX-License-Identifier: Apache-2.0
#include "main/traffic/traffic_run.hh"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "main/client/interrupt.hh"
#include "main/errors.hh"

namespace augustus::traffic {
namespace {

constexpr TimeNs look_interval = 20 * nanoseconds_per_millisecond;
constexpr TimeNs progress_interval = 500 * nanoseconds_per_millisecond;

}  // namespace

TrafficRun::TrafficRun(std::string command, const RunOptions& options, std::unique_ptr<Consumer> consumer,
                       std::unique_ptr<Producer> producer)
    : command_(std::move(command)),
      options_(options),
      consumer_(std::move(consumer)),
      producer_(std::move(producer)),
      progress_(!options.quiet && isatty(STDERR_FILENO) == 1) {}

void TrafficRun::start_loops() {
  const auto cpu = [this](std::size_t thread) {
    return thread < options_.cpus.size() ? options_.cpus[thread]
           : options_.cpus.empty()       ? -1
                                         : options_.cpus[0];
  };
  std::vector<Participant*> all;
  for (Participant* one :
       {static_cast<Participant*>(consumer_.get()), static_cast<Participant*>(producer_.get())}) {
    if (one != nullptr) {
      all.push_back(one);
    }
  }
  if (options_.threads == 1) {
    loops_.push_back(std::make_unique<LoadLoop>(LoopOptions{cpu(0), options_.spin}, all));
  } else {
    for (std::size_t i = 0; i < all.size(); ++i) {
      loops_.push_back(std::make_unique<LoadLoop>(LoopOptions{cpu(i), options_.spin}, std::vector{all[i]}));
    }
  }
  for (auto& loop : loops_) {
    loop->start();
  }
}

bool TrafficRun::ended() const {
  return std::ranges::all_of(loops_, [](const auto& loop) { return loop->ended(); });
}

void TrafficRun::stop_what_is_over(TimeNs now) {
  const bool broken = std::ranges::any_of(loops_, [&](const auto& loop) { return loop->failed(); });
  const bool producer_over = consumer_ == nullptr && options_.seconds > 0 &&
                             static_cast<double>(now - started_) >= options_.seconds * nanoseconds_per_second;
  if (consumer_ != nullptr && (client::interrupted() || broken)) {
    consumer_->stop();
  }
  if (producer_ != nullptr && (consumer_ == nullptr ? client::interrupted() || producer_over || broken
                                                    : consumer_->finished() || broken)) {
    producer_->stop();
  }
}

int TrafficRun::run() {
  pollfd nothing{-1, 0, 0};
  // Takes the signals over before there are threads that would get them.
  client::wait_for(nothing, monotonic_now());
  started_ = shown_at_ = monotonic_now();
  start_loops();
  while (!ended()) {
    const TimeNs now = monotonic_now();
    client::wait_for(nothing, now + look_interval);
    stop_what_is_over(now);
    show_progress(now);
  }
  if (shown_) {
    fmt::print(stderr, "\r\033[K");
  }
  for (auto& loop : loops_) {
    loop->join();
  }
  const Report result = report(monotonic_now());
  options_.json ? print_json(result) : print_text(result);
  return result.good() ? exit_ok : exit_failure;
}

Report TrafficRun::report(TimeNs now) const {
  Report result;
  result.command = command_;
  result.consumer = consumer_.get();
  result.producer = producer_.get();
  result.duration = now - started_;
  result.ceiling = options_.ceiling;
  result.is_loop = command_ == "loop";
  for (const auto& loop : loops_) {
    const double share =
        static_cast<double>(loop->busy_ns()) / std::max(1.0, static_cast<double>(loop->total_ns()));
    result.busy_share = std::max(result.busy_share, share);
  }
  return result;
}

void TrafficRun::show_progress(TimeNs now) {
  if (!progress_ || now - shown_at_ < progress_interval) {
    return;
  }
  const TimeNs since = now - shown_at_;
  const std::uint64_t interests = consumer_ != nullptr ? consumer_->counters()[ConsumerCount::interests]
                                                       : producer_->counters().interests.value();
  const std::uint64_t exchanges = consumer_ != nullptr ? consumer_->counters()[ConsumerCount::satisfied]
                                                       : producer_->counters().data.value();
  fmt::print(stderr, "\r{:.1f} s  {:.0f} Interests/s  {:.0f} Data/s",
             static_cast<double>(now - started_) / nanoseconds_per_second,
             per_second(interests - shown_interests_, since),
             per_second(exchanges - shown_exchanges_, since));
  if (consumer_ != nullptr) {
    fmt::print(stderr, "  p50 {:.0f} us  p99 {:.0f} us  lost {}",
               static_cast<double>(consumer_->round_trips().percentile(50)) / 1e3,
               static_cast<double>(consumer_->round_trips().percentile(99)) / 1e3,
               consumer_->counters()[ConsumerCount::lost]);
  }
  fmt::print(stderr, "\033[K");
  std::fflush(stderr);
  shown_ = true;
  shown_at_ = now;
  shown_interests_ = interests;
  shown_exchanges_ = exchanges;
}

}  // namespace augustus::traffic
