// SPDX-License-Identifier: Apache-2.0
#include "table/pending_prefix_filter.hh"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

namespace augustus::table::pending_prefix_filter_test {
namespace {

TEST(PendingPrefixFilter, SaysNothingWhileNothingIsPending) {
  PendingPrefixFilter filter;
  EXPECT_FALSE(filter.any());
  EXPECT_EQ(filter.lengths(), 0u);
  EXPECT_FALSE(filter.may_contain(12345));
}

TEST(PendingPrefixFilter, CountsEachAdd) {
  PendingPrefixFilter filter;
  filter.add(1, 2);
  filter.add(1, 2);
  filter.add(5, 0);
  EXPECT_EQ(filter.lengths(), 0b101u);
  filter.remove(1, 2);
  EXPECT_TRUE(filter.may_contain(1));
  EXPECT_EQ(filter.lengths(), 0b101u);
  filter.remove(1, 2);
  EXPECT_FALSE(filter.may_contain(1));
  EXPECT_EQ(filter.lengths(), 0b001u);
  filter.remove(5, 0);
  EXPECT_FALSE(filter.any());
}

TEST(PendingPrefixFilter, KeepsPrefixesThatShareASlot) {
  PendingPrefixFilter filter(0);
  filter.add(1, 3);
  filter.add(2, 3);
  filter.remove(1, 3);
  EXPECT_TRUE(filter.may_contain(2));
}

TEST(PendingPrefixFilter, TakesLengthsUpTo32AndBeyond) {
  PendingPrefixFilter filter;
  filter.add(1, 32);
  filter.add(2, 4000);
  EXPECT_EQ(filter.lengths(), std::uint64_t{1} << 32);
  filter.remove(2, 4000);
  EXPECT_EQ(filter.lengths(), std::uint64_t{1} << 32);
}

TEST(PendingPrefixFilter, LosesNothingWhenWorkersMeet) {
  PendingPrefixFilter filter(4);
  filter.add(3, 1);
  std::vector<std::thread> workers;
  for (unsigned worker = 0; worker < 4; ++worker) {
    workers.emplace_back([&filter, worker] {
      std::mt19937_64 random(worker);
      for (unsigned i = 0; i < 5000; ++i) {
        const std::uint64_t hash = random();
        filter.add(hash, i % 33);
        EXPECT_TRUE(filter.any() && filter.may_contain(hash) && filter.may_contain(3));
        EXPECT_NE(filter.lengths() & (std::uint64_t{1} << (i % 33)), 0u);
        filter.remove(hash, i % 33);
      }
    });
  }
  for (auto& worker : workers) {
    worker.join();
  }
  EXPECT_EQ(filter.lengths(), 0b10u);
  filter.remove(3, 1);
  EXPECT_FALSE(filter.any());
  for (std::uint64_t hash = 0; hash < 16; ++hash) {
    EXPECT_FALSE(filter.may_contain(hash));
  }
}

}  // namespace
}  // namespace augustus::table::pending_prefix_filter_test
