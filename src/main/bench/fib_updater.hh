// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <stop_token>
#include <thread>

#include "main/bench/fib_names.hh"
#include "table/fib.hh"

namespace augustus::bench {

/// The next hops that `bench fib` gives to its prefixes.
struct FibNextHops {
  std::uint32_t sets;

  /// Version 0 or 1: an update writes the one or the other. The prefix can be told from either.
  table::NextHop of(std::uint32_t prefix, unsigned version) const { return {256 + prefix % sets, version}; }
};

/// A thread that changes a FIB while others look up: of four updates one rewrites the next hops of a prefix
/// that stays, the others insert new prefixes or, when enough of them are there, remove the oldest.
class FibUpdater {
 public:
  /// Prefixes it adds at most; they are numbered from `prefixes` on.
  static constexpr std::uint32_t added_max = 1u << 16;

  /// `rate`: updates a second.
  FibUpdater(table::Fib& fib, const FibNames& names, FibNextHops next_hops, std::uint32_t prefixes,
             std::uint64_t rate);
  ~FibUpdater();

  std::uint64_t updates() const { return updates_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  void run(const std::stop_token& stop, std::uint64_t rate);
  void update(std::uint64_t turn);
  void add_or_remove();
  void set(std::uint32_t prefix, std::span<const table::NextHop> next_hops);

  table::Fib& fib_;
  const FibNames& names_;
  FibNextHops next_hops_;
  std::uint32_t prefixes_;
  std::uint32_t added_ = 0;    ///< so far
  std::uint32_t removed_ = 0;  ///< so far
  bool removing_ = false;
  std::atomic<std::uint64_t> updates_{0};
  std::atomic<std::uint64_t> refused_{0};
  std::jthread thread_;
};

}  // namespace augustus::bench
