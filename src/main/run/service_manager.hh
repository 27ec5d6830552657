// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>

namespace augustus {

/// Tells systemd, where it started the process, how the service is (sd_notify(3)), and feeds its watchdog.
class ServiceManager {
 public:
  /// `alive` returns while everything works, and does not when something hangs: then the watchdog starves. It
  /// is called some times in each watchdog interval, on the thread of `context`.
  ServiceManager(boost::asio::io_context& context, std::function<void()> alive);

  void ready();
  /// ready() follows when it is over.
  void reloading();
  void stopping();

 private:
  void feed_later();

  boost::asio::steady_timer timer_;
  std::function<void()> alive_;
  std::chrono::microseconds interval_{0};  ///< 0: no watchdog
};

}  // namespace augustus
