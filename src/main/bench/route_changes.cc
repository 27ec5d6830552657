// SPDX-License-Identifier: Apache-2.0
#include "main/bench/route_changes.hh"

#include <chrono>
#include <thread>

namespace augustus::bench {

void RouteChanges::run_for(double seconds) {
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  if (rate_ == 0) {
    std::this_thread::sleep_for(Seconds(seconds));
    return;
  }
  const auto start = Clock::now();
  const std::uint64_t before = changes_;
  for (Seconds spent{0}; spent.count() < seconds; spent = Clock::now() - start) {
    const auto due = static_cast<std::uint64_t>(spent.count() * static_cast<double>(rate_));
    if (changes_ - before >= due) {
      std::this_thread::yield();
      continue;
    }
    for (unsigned i = 0; i < 64; ++i) {
      change();
    }
  }
  seconds_ += Seconds(Clock::now() - start).count();
}

void RouteChanges::change() {
  const std::uint64_t turn = changes_++;
  const ExchangeRoutes::NextHops next_hops{{producer_, static_cast<std::uint32_t>(turn % 1000)}};
  const auto at_random = static_cast<std::uint32_t>(turn * 0x9e3779b1u) % routes_.prefixes();
  const auto in_order = static_cast<std::uint32_t>(turn / 3 % routes_.prefixes());
  // In turns: a prefix in use is rewritten, one that no name has comes below it, and goes.
  switch (turn % 3) {
    case 0:
      return routes_.set(at_random, next_hops);
    case 1:
      return routes_.set_below(in_order, next_hops);
    default:
      return routes_.set_below(in_order, {});
  }
}

}  // namespace augustus::bench
