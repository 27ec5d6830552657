// SPDX-License-Identifier: Apache-2.0
// Readers beside a writer. Runs under the thread sanitizer too (meson.build).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "table/fib.hh"
#include "table/prefix_names.hh"

namespace augustus::table::fib_threads_test {
namespace {

using wire::Name;

/// By buckets of the table (log2): many, and two with long chains behind them.
class FibConcurrency : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Buckets, FibConcurrency, testing::Values(0u, 1u));

TEST_P(FibConcurrency, ReadersSeeOnlyNextHopsThatWereSetForThatPrefix) {
  constexpr unsigned readers = 2;
  constexpr std::uint64_t names = 60;
  const auto key = HashKey::random();
  Quiescence quiescence(readers);
  Fib fib({.prefixes_max = names * 2, .name_bytes_max = 64 * 1024, .buckets_log2 = GetParam()}, key,
          quiescence);
  const auto prefix = [](std::uint64_t i) { return short_name(i, 2 + i % 3); };
  fib.set(Name(), {{256, 1}});
  // Never removed, only rewritten.
  const Name steady = Name::literal("/z/z/z");
  fib.set(steady, {{256, 1}});
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> wrong{0};
  std::atomic<std::uint64_t> lookups{0};
  const auto valid = [&](const FibMatch& match, const Name& name) {
    if (!match || match.prefix_components > name.size()) {
      return false;
    }
    const auto expected = view_of(key, name.prefix(match.prefix_components)).name_hash;
    const auto& hops = *match.next_hops;
    return match.prefix_hash == expected && !hops.empty() && hops.size() <= 4 &&
           std::all_of(hops.begin(), hops.end(),
                       [&](const NextHop& hop) { return hop.face / 256 == hops.size(); });
  };
  const Name below = Name(steady).append("x");
  const auto steady_view = view_of(key, below);
  std::vector<std::thread> threads;
  for (unsigned reader = 0; reader < readers; ++reader) {
    threads.emplace_back([&, reader] {
      quiescence.online(reader);
      for (std::uint64_t i = reader; !stop.load(std::memory_order_relaxed); ++i) {
        const Name name = short_name(i % 243, 5);
        const auto view = view_of(key, name);
        fib.prefetch(view);
        std::array<FibMatch, 2> matches;
        std::array<FibLookup, 2> run{
            {{&view, name.value().data(), &matches[0]}, {&steady_view, below.value().data(), &matches[1]}}};
        fib.find_longest(run);
        wrong += valid(matches[0], name) ? 0 : 1;
        wrong += valid(matches[1], below) && matches[1].prefix_components == steady.size() ? 0 : 1;
        wrong += valid(fib.find_longest(view, name.value().data()), name) ? 0 : 1;
        quiescence.quiescent(reader);
        lookups.fetch_add(1, std::memory_order_relaxed);
      }
      quiescence.offline(reader);
    });
  }
  // A set's FaceIds tell how many next hops it has.
  for (std::uint64_t round = 0; round < 20000 || lookups.load() < 1000; ++round) {
    const std::uint64_t draw = round * 0x9e3779b97f4a7c15u >> 40;
    std::vector<NextHop> hops;
    for (std::uint32_t count = draw / names % 5, i = 0; i < count; ++i) {
      hops.push_back({256 * count + i, static_cast<std::uint32_t>(round)});
    }
    fib.set(prefix(draw % names), hops);
    fib.set(steady, {{256, static_cast<std::uint32_t>(round)}});
  }
  quiescence.drain();
  stop = true;
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong.load(), 0u);
}

}  // namespace
}  // namespace augustus::table::fib_threads_test
