// SPDX-License-Identifier: Apache-2.0
#include "main/bench/fib_updater.hh"

#include <array>
#include <chrono>

namespace augustus::bench {

FibUpdater::FibUpdater(table::Fib& fib, const FibNames& names, FibNextHops next_hops, std::uint32_t prefixes,
                       std::uint64_t rate)
    : fib_(fib), names_(names), next_hops_(next_hops), prefixes_(prefixes) {
  thread_ = std::jthread([this, rate](const std::stop_token& stop) { run(stop, rate); });
}

FibUpdater::~FibUpdater() = default;

void FibUpdater::run(const std::stop_token& stop, std::uint64_t rate) {
  using Clock = std::chrono::steady_clock;
  constexpr std::uint64_t at_once = 64;
  const auto start = Clock::now();
  for (std::uint64_t turn = 0; !stop.stop_requested(); turn += at_once) {
    for (std::uint64_t i = 0; i < at_once; ++i) {
      update(turn + i);
    }
    updates_.store(turn + at_once, std::memory_order_relaxed);
    const auto due =
        std::chrono::duration<double>(static_cast<double>(turn + at_once) / static_cast<double>(rate));
    while (Clock::now() - start < due && !stop.stop_requested()) {
      std::this_thread::yield();
    }
  }
}

void FibUpdater::update(std::uint64_t turn) {
  if (turn % 4 != 0) {
    add_or_remove();
    return;
  }
  const std::uint64_t draw = turn * 0x9e3779b97f4a7c15u;
  const auto prefix = static_cast<std::uint32_t>((draw >> 32) * prefixes_ >> 32);
  const std::array hops{next_hops_.of(prefix, static_cast<unsigned>(draw & 4) / 4)};
  set(prefix, hops);
}

void FibUpdater::add_or_remove() {
  const std::uint32_t present = added_ - removed_;
  if (present == 0 || present == added_max) {
    removing_ = present != 0;
  }
  if (removing_) {
    set(prefixes_ + removed_++ % added_max, {});
  } else {
    const std::uint32_t prefix = prefixes_ + added_++ % added_max;
    const std::array hops{next_hops_.of(prefix, 0)};
    set(prefix, hops);
  }
}

void FibUpdater::set(std::uint32_t prefix, std::span<const table::NextHop> next_hops) {
  std::array<std::uint8_t, FibNames::bytes_max> name;
  const std::size_t length = names_.write_prefix(prefix, name.data());
  if (fib_.set({name.data(), length}, next_hops) != table::FibOutcome::ok) {
    refused_.fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace augustus::bench
