// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/load_loop.hh"

#include <poll.h>
#include <pthread.h>
#include <rte_lcore.h>
#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <array>

#include "base/eal.hh"

namespace augustus::traffic {
namespace {

/// How often stop() is looked for while nothing happens.
constexpr TimeNs look_interval = 50 * nanoseconds_per_millisecond;
/// Sleeps shorter than this would end late.
constexpr TimeNs sleep_min = 20'000;
constexpr unsigned empty_turns_max = 2000;
constexpr TimeNs nap = 50'000;
constexpr unsigned long timer_slack_ns = 1000;
constexpr std::size_t participants_max = 16;

timespec to_timespec(TimeNs time) {
  return {static_cast<time_t>(time / nanoseconds_per_second),
          static_cast<long>(time % nanoseconds_per_second)};
}

void pin_to(int cpu) {
  if (cpu >= 0) {
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(static_cast<unsigned>(cpu), &cpus);
    pthread_setaffinity_np(pthread_self(), sizeof(cpus), &cpus);
  }
}

}  // namespace

LoadLoop::~LoadLoop() {
  if (thread_.joinable()) {
    abandon();
    thread_.join();
  }
}

void LoadLoop::start() {
  thread_ = std::thread([this] { run(); });
}

void LoadLoop::join() {
  if (thread_.joinable()) {
    thread_.join();
  }
  if (failure_) {
    std::rethrow_exception(failure_);
  }
}

void LoadLoop::run() {
  pthread_setname_np(pthread_self(), "traffic");
  prctl(PR_SET_TIMERSLACK, timer_slack_ns);
  pin_to(options_.cpu);
  // Packet pools keep a cache for each thread that the EAL knows.
  const bool registered = eal_started() && rte_thread_register() == 0;
  try {
    turns();
  } catch (...) {
    failure_ = std::current_exception();
    failed_.store(true, std::memory_order_release);
  }
  if (registered) {
    rte_thread_unregister();
  }
  ended_.store(true, std::memory_order_release);
}

bool LoadLoop::all_finished() const {
  return std::ranges::all_of(participants_, [](const Participant* one) { return one->finished(); });
}

void LoadLoop::turns() {
  TimeNs now = monotonic_now();
  while (!abandoned_.load(std::memory_order_acquire) && !all_finished()) {
    unsigned packets = 0;
    for (Participant* one : participants_) {
      packets += one->step(now);
    }
    const TimeNs worked = monotonic_now();
    if (packets != 0) {
      busy_.add(worked - now);
      empty_turns_ = 0;
    } else {
      wait(worked);
    }
    const TimeNs next = packets != 0 ? worked : monotonic_now();
    total_.add(next - now);
    now = next;
  }
}

void LoadLoop::wait(TimeNs now) {
  TimeNs until = now + look_interval;
  std::array<pollfd, participants_max> descriptors;
  nfds_t count = 0;
  bool polled = false;
  for (Participant* one : participants_) {
    until = std::min(until, one->next_event());
    const int descriptor = one->link().descriptor();
    polled = polled || descriptor < 0;
    if (descriptor >= 0 && count < descriptors.size()) {
      const auto events = static_cast<short>(POLLIN | (one->link().wants_write() ? POLLOUT : 0));
      descriptors[count++] = {descriptor, events, 0};
    }
  }
  ++empty_turns_;
  if (options_.spin || until < now + sleep_min || (polled && empty_turns_ < empty_turns_max)) {
    return;
  }
  const timespec timeout = to_timespec(polled ? std::min(nap, until - now) : until - now);
  ppoll(descriptors.data(), polled ? 0 : count, &timeout, nullptr);
}

}  // namespace augustus::traffic
