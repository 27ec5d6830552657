// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>

#include "base/clock.hh"

namespace augustus {

/// The management thread's loop: waits for one descriptor, for the time the last turn named, or for a signal.
class EventLoop {
 public:
  /// `turn` does what is due and returns when to be called again at the latest (CLOCK_MONOTONIC).
  EventLoop(int descriptor, std::function<TimeNs()> turn);

  /// Also for others that run on this thread.
  boost::asio::io_context& context() { return context_; }
  /// What SIGHUP does; without it, it ends the loop as the others do.
  void on_hangup(std::function<void()> act) { hangup_ = std::move(act); }
  /// Runs until SIGINT, SIGTERM or SIGHUP. Returns the signal.
  int run();

 private:
  void wait_for_signal();
  void wait_for_descriptor();
  void take_turn();

  boost::asio::io_context context_{1};
  boost::asio::posix::stream_descriptor descriptor_;
  boost::asio::steady_timer timer_;
  boost::asio::signal_set signals_;
  std::function<TimeNs()> turn_;
  std::function<void()> hangup_;
  int signal_ = 0;
};

}  // namespace augustus
