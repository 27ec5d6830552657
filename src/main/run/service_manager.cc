// SPDX-License-Identifier: Apache-2.0
#include "main/run/service_manager.hh"

#include <fmt/format.h>
#include <systemd/sd-daemon.h>

#include "base/clock.hh"

namespace augustus {
namespace {

/// Feedings in the time that the watchdog waits for one.
constexpr int feedings = 3;

}  // namespace

ServiceManager::ServiceManager(boost::asio::io_context& context, std::function<void()> alive)
    : timer_(context), alive_(std::move(alive)) {
  std::uint64_t watchdog_us = 0;
  if (sd_watchdog_enabled(0, &watchdog_us) > 0) {
    interval_ = std::chrono::microseconds(watchdog_us / feedings);
  }
}

void ServiceManager::ready() {
  sd_notify(0, "READY=1\nSTATUS=Forwarding");
  if (interval_.count() != 0) {
    feed_later();
  }
}

void ServiceManager::reloading() {
  const auto now_us = monotonic_now() / 1000;
  sd_notify(0, fmt::format("RELOADING=1\nMONOTONIC_USEC={}", now_us).c_str());
}

void ServiceManager::stopping() {
  sd_notify(0, "STOPPING=1");
}

void ServiceManager::feed_later() {
  timer_.expires_after(interval_);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) {
      alive_();
      sd_notify(0, "WATCHDOG=1");
      feed_later();
    }
  });
}

}  // namespace augustus
