// SPDX-License-Identifier: Apache-2.0
#include "main/bench/route_changes.hh"

#include <chrono>
#include <stdexcept>
#include <thread>

namespace augustus::bench {

RouteChanges::RouteChanges(table::FibReplicas& fib, const traffic::NameList& names, FaceId producer,
                           std::uint64_t rate)
    : fib_(fib), names_(names), producer_(producer), rate_(rate) {}

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
  const auto prefix = static_cast<std::uint32_t>(turn * 0x9e3779b1u) % names_.shape().prefixes;
  wire::Name name = *wire::Name::from_value(names_.prefix(prefix));
  std::vector<table::NextHop> next_hops{{producer_, static_cast<std::uint32_t>(turn % 1000)}};
  // In turns: a prefix in use is rewritten, one that no name has comes below it, and goes.
  if (turn % 3 != 0) {
    name = *wire::Name::from_value(
        names_.prefix(static_cast<std::uint32_t>(turn / 3 % names_.shape().prefixes)));
    name.append("absent");
    if (turn % 3 == 2) {
      next_hops.clear();
    }
  }
  if (fib_.set(name, next_hops) != table::FibOutcome::ok) {
    throw std::runtime_error("a prefix does not fit the FIB");
  }
}

}  // namespace augustus::bench
