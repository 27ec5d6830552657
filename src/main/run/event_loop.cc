// SPDX-License-Identifier: Apache-2.0
#include "main/run/event_loop.hh"

#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace augustus {
namespace {

constexpr TimeNs sleep_ns_max = nanoseconds_per_second;

}  // namespace

EventLoop::EventLoop(int descriptor, std::function<TimeNs()> turn)
    : descriptor_(context_, dup(descriptor)), timer_(context_), signals_(context_, SIGINT, SIGTERM, SIGHUP),
      turn_(std::move(turn)) {}

void EventLoop::wait_for_signal() {
  signals_.async_wait([this](const boost::system::error_code& error, int number) {
    if (error) {
      return;
    }
    if (number == SIGHUP && hangup_) {
      hangup_();
      wait_for_signal();
      return;
    }
    signal_ = number;
    context_.stop();
  });
}

int EventLoop::run() {
  wait_for_signal();
  wait_for_descriptor();
  take_turn();
  context_.run();
  return signal_;
}

void EventLoop::wait_for_descriptor() {
  descriptor_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                         [this](const boost::system::error_code& error) {
                           if (!error) {
                             take_turn();
                             wait_for_descriptor();
                           }
                         });
}

void EventLoop::take_turn() {
  const TimeNs next = turn_();
  const TimeNs now = monotonic_now();
  const TimeNs wait = next <= now ? 0 : std::min(next - now, sleep_ns_max);
  timer_.expires_after(std::chrono::nanoseconds(wait));
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      take_turn();
    }
  });
}

}  // namespace augustus
