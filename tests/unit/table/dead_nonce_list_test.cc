// SPDX-License-Identifier: Apache-2.0
#include "table/dead_nonce_list.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace augustus::table::dead_nonce_list_test {
namespace {

constexpr TimeNs second = nanoseconds_per_second;

TEST(DeadNonceList, RemembersNameAndNonceTogether) {
  DeadNonceList list(100);
  list.prefetch(1, 2);
  EXPECT_FALSE(list.contains(1, 2, 10 * second));
  list.add(1, 2, 10 * second);
  list.prefetch(1, 2);
  EXPECT_TRUE(list.contains(1, 2, 10 * second));
  EXPECT_FALSE(list.contains(1, 3, 10 * second));
  EXPECT_FALSE(list.contains(2, 2, 10 * second));
  EXPECT_FALSE(list.contains(2, 1, 10 * second));
}

TEST(DeadNonceList, RemembersForTheLifetimeAndLittleMore) {
  for (const TimeNs lifetime : {6 * second, second, 50 * nanoseconds_per_millisecond}) {
    DeadNonceList list(100, lifetime);
    const TimeNs added = 1000 * second + 999;
    list.add(1, 2, added);
    EXPECT_TRUE(list.contains(1, 2, added + lifetime));
    EXPECT_FALSE(list.contains(1, 2, added + lifetime * 7 / 6 + 1000));
    EXPECT_FALSE(list.contains(1, 2, added + lifetime));  // once nothing is alive, nothing comes back
  }
}

TEST(DeadNonceList, AddingAgainProlongs) {
  DeadNonceList list(1);
  list.add(1, 2, 10 * second);
  list.add(1, 2, 15 * second);
  EXPECT_TRUE(list.contains(1, 2, 21 * second));
  EXPECT_EQ(list.forgotten_early(), 0u);
}

// The capacity of 1 makes one bucket: every nonce meets every other.
TEST(DeadNonceList, DoesNotTakeAnOldEpochForANewOne) {
  for (unsigned later = 1; later < 40; ++later) {
    DeadNonceList list(1);
    list.add(1, 1, 100 * second);
    list.add(1, 2, (100 + later) * second);
    EXPECT_EQ(list.contains(1, 1, (100 + later) * second), later <= 6) << later;
    EXPECT_TRUE(list.contains(1, 2, (100 + later) * second));
  }
}

TEST(DeadNonceList, ForgetsTheOldestWhenFull) {
  DeadNonceList list(1);
  for (std::uint32_t nonce = 0; nonce < 12; ++nonce) {
    list.add(1, nonce, (100 + nonce / 3) * second);
  }
  EXPECT_EQ(list.forgotten_early(), 2u);
  unsigned oldest_left = 0;
  for (std::uint32_t nonce = 0; nonce < 12; ++nonce) {
    const bool remembered = list.contains(1, nonce, 103 * second);
    EXPECT_TRUE(remembered || nonce < 3) << nonce;
    oldest_left += remembered && nonce < 3 ? 1 : 0;
  }
  EXPECT_EQ(oldest_left, 1u);
}

TEST(DeadNonceList, HoldsItsCapacity) {
  constexpr std::uint32_t capacity = 100000;
  DeadNonceList list(capacity);
  std::mt19937_64 random(5);
  std::vector<std::uint64_t> names;
  for (std::uint32_t i = 0; i < capacity; ++i) {
    names.push_back(random());
    list.add(names.back(), 7, (100 + i * 6 / capacity) * second);
  }
  EXPECT_LT(list.forgotten_early(), capacity / 100);
  std::uint64_t forgotten = 0;
  for (const std::uint64_t name : names) {
    forgotten += list.contains(name, 7, 105 * second) ? 0 : 1;
    ASSERT_FALSE(list.contains(name, 8, 105 * second));
    ASSERT_FALSE(list.contains(random(), 7, 105 * second));
  }
  EXPECT_EQ(forgotten, list.forgotten_early());
}

TEST(DeadNonceList, WorksWithTheLeastCapacity) {
  DeadNonceList list(0);
  list.add(1, 2, 0);
  EXPECT_TRUE(list.contains(1, 2, 0));
}

// Times in whole epochs of 1 s make the reference exact: a nonce lives to the end of the sixth second after
// its own.
RC_GTEST_PROP(DeadNonceList, AgreesWithAMap, ()) {
  DeadNonceList list(1);
  std::map<std::uint32_t, TimeNs> added;
  TimeNs now = 1000;
  const auto steps = *rc::gen::container<std::vector<std::pair<std::uint32_t, unsigned>>>(
      rc::gen::pair(rc::gen::inRange(0u, 10u), rc::gen::element(0u, 0u, 1u, 3u, 6u, 7u, 15u, 16u, 17u)));
  for (const auto& [nonce, seconds] : steps) {
    now += seconds;
    list.add(9, nonce, now * second);
    added[nonce] = now;
    for (std::uint32_t asked = 0; asked < 10; ++asked) {
      const bool alive = added.contains(asked) && now - added[asked] <= 6;
      RC_ASSERT(list.contains(9, asked, now * second) == alive);
    }
  }
  RC_ASSERT(list.forgotten_early() == 0u);
}

}  // namespace
}  // namespace augustus::table::dead_nonce_list_test
