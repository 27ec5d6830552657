// SPDX-License-Identifier: Apache-2.0
#include "base/pool_shares.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

namespace augustus::pool_shares_test {
namespace {

constexpr std::uint64_t secret = 0x1c80317fa3b1799d;

std::uint32_t take_all(PoolShares& pool, PoolShares::Holder holder, bool is_local = false) {
  std::uint32_t taken = 0;
  while (pool.take(holder, is_local)) {
    ++taken;
  }
  return taken;
}

TEST(PoolShares, OneHolderLeavesRoomForOthers) {
  PoolShares pool({.capacity = 900, .multiple = 8}, secret);
  const auto flooder = pool.holder_of(1);
  EXPECT_EQ(take_all(pool, flooder), 800u);
  EXPECT_EQ(pool.figures().refused, 1u);
  EXPECT_TRUE(pool.take(pool.holder_of(2), false));
}

TEST(PoolShares, AThousandHoldersLeaveRoomForOneMoreWhereTheLargestGivesWay) {
  PoolShares pool({.capacity = 4096, .headroom = 64, .multiple = 8}, secret);
  for (std::uint64_t key = 0; key < 1000; ++key) {
    take_all(pool, pool.holder_of(key));
    while (pool.short_by() != 0) {
      pool.give_back(pool.largest());
    }
  }
  std::uint64_t newcomer = 1000;
  while (pool.held(pool.holder_of(newcomer)) != 0) {
    ++newcomer;
  }
  EXPECT_EQ(take_all(pool, pool.holder_of(newcomer)), 57u);
}

TEST(PoolShares, TheReserveIsForLocalHolders) {
  PoolShares pool({.capacity = 100, .reserve = 20, .multiple = 1000}, secret);
  EXPECT_EQ(take_all(pool, pool.holder_of(1)), 80u);
  EXPECT_FALSE(pool.may_take(pool.holder_of(2), false));
  EXPECT_TRUE(pool.may_take(pool.holder_of(3), true));
  EXPECT_EQ(take_all(pool, pool.holder_of(3), true), 20u);
}

TEST(PoolShares, UnitsBeyondWhatIsFreeAreRefusedWhole) {
  PoolShares pool({.capacity = 10, .multiple = 8}, secret);
  EXPECT_FALSE(pool.take(pool.holder_of(1), false, 11));
  EXPECT_EQ(pool.in_use(), 0u);
  EXPECT_TRUE(pool.take(pool.holder_of(1), false, 10));
  EXPECT_EQ(pool.free(), 0u);
}

TEST(PoolShares, ItsLargestHolderIsTheOneWithMost) {
  PoolShares pool({.capacity = 1000}, secret);
  pool.add(pool.holder_of(1), 10);
  pool.add(pool.holder_of(2), 30);
  EXPECT_EQ(pool.largest(), pool.holder_of(2));
  EXPECT_EQ(pool.figures().largest, 30u);
}

TEST(PoolShares, NeighbouringKeysFallIntoDifferentParts) {
  const PoolShares pool({.capacity = 1}, secret);
  std::set<PoolShares::Holder> parts;
  for (std::uint64_t key = 0; key < 256; ++key) {
    parts.insert(pool.holder_of(key));
    parts.insert(pool.holder_of(key << 32));
  }
  EXPECT_GT(parts.size(), 400u);
}

TEST(PoolShares, EachKindOfPoolHasItsBoundForOneHolder) {
  using Rule = PoolShares::Rule;
  const auto most_of_one = [](const Rule& rule) {
    PoolShares pool(rule);
    return take_all(pool, pool.holder_of(1));
  };
  EXPECT_EQ(most_of_one(Rule::for_faces(1600)), 750u) << "half of 15 in 16";
  EXPECT_EQ(most_of_one(Rule::for_buffers(1600)), 1000u) << "two thirds of 15 in 16";
  EXPECT_EQ(most_of_one(Rule::for_lasting(1600)), 1334u) << "eight ninths of 15 in 16";
  EXPECT_EQ(most_of_one(Rule::for_questions(64)), 24u) << "half of three in four";
  EXPECT_EQ(most_of_one(Rule::for_table(6400)), 5600u) << "eight ninths of 63 in 64";
  EXPECT_EQ(most_of_one(Rule::for_table(255)), 227u) << "eight ninths of all";
}

TEST(PoolShares, HoldersOfTwoPoolsAreTheSameWhereOneIsMadeForTheOther) {
  const PoolShares first({.capacity = 1});
  const PoolShares second({.capacity = 1}, first);
  const PoolShares stranger({.capacity = 1});
  unsigned equal = 0;
  for (std::uint64_t key = 0; key < 256; ++key) {
    EXPECT_EQ(first.holder_of(key), second.holder_of(key));
    equal += first.holder_of(key) == stranger.holder_of(key) ? 1 : 0;
  }
  EXPECT_LT(equal, 64u) << "each has a secret of its own";
}

RC_GTEST_PROP(PoolShares, CountsWhatIsHeld, (const std::vector<std::pair<std::uint8_t, bool>>& steps)) {
  PoolShares pool({.capacity = 64, .reserve = 8, .multiple = 2}, secret);
  std::map<PoolShares::Holder, std::uint32_t> model;
  for (const auto& [key, takes] : steps) {
    const auto holder = pool.holder_of(key);
    if (takes) {
      model[holder] += pool.take(holder, key % 2 == 0) ? 1 : 0;
    } else if (model[holder] != 0) {
      pool.give_back(holder);
      --model[holder];
    }
  }
  std::uint32_t all = 0;
  for (const auto& [holder, units] : model) {
    RC_ASSERT(pool.held(holder) == units);
    all += units;
  }
  RC_ASSERT(pool.in_use() == all);
  RC_ASSERT(all <= 64u);
}

}  // namespace
}  // namespace augustus::pool_shares_test
