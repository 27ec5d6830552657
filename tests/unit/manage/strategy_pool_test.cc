// SPDX-License-Identifier: Apache-2.0
#include "manage/strategy_pool.hh"

#include <gtest/gtest.h>

#include <string>

#include "forward/strategy_id.hh"
#include "recording_data_plane.hh"

namespace augustus::manage::strategy_pool_test {
namespace {

using wire::Name;

constexpr std::uint32_t choices_max = 160;

class StrategyPoolTest : public testing::Test {
 protected:
  static constexpr Peer user{.face = 300, .source = 7};
  static constexpr Peer operators{.kind = Peer::Kind::administrator, .face = 301, .source = 8};

  StrategyPoolTest() { plane_.strategies_max = choices_max; }

  static Name prefix(unsigned number) { return Name::literal("/p").append(std::to_string(number)); }
  static Name plain() { return Name::literal("/localhost/nfd/strategy/best-route/v=5"); }
  static Name with_parameter(unsigned number) {
    return plain().append("retx-suppression-max~" + std::to_string(1000 + number));
  }
  bool set(StrategyPool& pool, const Peer& peer, const Name& prefix, const Name& strategy) {
    const bool may = pool.may_set(peer, prefix, strategy);
    if (may) {
      pool.set(peer, prefix, strategy);
    }
    return may;
  }
  /// How many of three others may still; one of them might share somebody's part, by chance.
  unsigned others_who_may(StrategyPool& pool, const Name& strategy) {
    unsigned may = 0;
    for (const FaceId face : {400, 401, 402}) {
      may += pool.may_set(Peer{.face = face, .source = face}, Name::literal("/other"), strategy) ? 1 : 0;
    }
    return may;
  }

  test::RecordingDataPlane plane_;
};

TEST_F(StrategyPoolTest, who_chooses_for_many_prefixes_leaves_some_for_others) {
  StrategyPool pool(plane_);
  unsigned taken = 0;
  while (taken < choices_max && set(pool, user, prefix(taken), plain())) {
    ++taken;
  }
  EXPECT_GT(taken, choices_max / 2);
  EXPECT_LT(taken, choices_max * 8 / 9);
  EXPECT_EQ(pool.refused().value(), 1u);
  EXPECT_EQ(pool.prefixes().refused, 1u);
  EXPECT_EQ(pool.prefixes().in_use, taken);
  EXPECT_GE(others_who_may(pool, plain()), 2u);
  EXPECT_TRUE(pool.may_set(user, prefix(0), plain())) << "what he has he can change";
  EXPECT_TRUE(pool.may_set(user, Name(), plain())) << "/ always has one";
  pool.unset(prefix(0));
  EXPECT_TRUE(pool.may_set(user, prefix(taken), plain()));
}

TEST_F(StrategyPoolTest, who_chooses_many_parameters_leaves_some_for_others) {
  plane_.strategies_max = 100'000;
  StrategyPool pool(plane_);
  unsigned taken = 0;
  while (taken < forward::strategies_with_parameters_max && set(pool, user, prefix(taken), with_parameter(taken))) {
    ++taken;
  }
  EXPECT_GT(taken, 100u);
  EXPECT_LT(taken, forward::strategies_with_parameters_max * 8 / 9);
  EXPECT_EQ(pool.parameters().in_use, taken);
  EXPECT_EQ(pool.parameters().refused, 1u);
  EXPECT_GE(others_who_may(pool, with_parameter(9999)), 2u);
  EXPECT_TRUE(pool.may_set(user, prefix(taken), plain()));
  EXPECT_TRUE(pool.may_set(user, prefix(taken), with_parameter(0))) << "one that he has chosen already";
  pool.unset(prefix(0));
  EXPECT_TRUE(pool.may_set(user, prefix(taken), with_parameter(taken)));
}

TEST_F(StrategyPoolTest, equal_parameters_of_many_prefixes_are_one) {
  StrategyPool pool(plane_);
  for (unsigned number = 0; number < 50; ++number) {
    EXPECT_TRUE(set(pool, user, prefix(number), with_parameter(1)));
  }
  EXPECT_EQ(pool.parameters().in_use, 1u);
  for (unsigned number = 0; number < 50; ++number) {
    pool.unset(prefix(number));
  }
  EXPECT_EQ(pool.parameters().in_use, 0u);
  EXPECT_EQ(pool.prefixes().in_use, 0u);
}

TEST_F(StrategyPoolTest, a_choice_belongs_to_who_made_it_last) {
  StrategyPool pool(plane_);
  for (unsigned number = 0; number < 50; ++number) {
    set(pool, user, prefix(number), with_parameter(number));
  }
  for (unsigned number = 0; number < 20; ++number) {
    EXPECT_TRUE(set(pool, operators, prefix(number), plain()));
  }
  EXPECT_EQ(pool.prefixes().in_use, 50u);
  EXPECT_EQ(pool.parameters().in_use, 30u);
}

TEST_F(StrategyPoolTest, administrators_have_a_reserve) {
  StrategyPool pool(plane_);
  // Many who come one after the other leave none but the reserve.
  unsigned number = 0;
  for (FaceId face = 1000; face < 1000 + 10 * choices_max; ++face) {
    number += set(pool, Peer{.face = face, .source = face}, prefix(number), plain()) ? 1 : 0;
  }
  EXPECT_EQ(number, choices_max - choices_max / 16);
  EXPECT_FALSE(pool.may_set(user, prefix(number), plain()));
  EXPECT_TRUE(pool.may_set(operators, prefix(number), plain()));
}

TEST_F(StrategyPoolTest, it_follows_what_the_configuration_chooses) {
  StrategyPool pool(plane_);
  for (unsigned number = 0; number < 10; ++number) {
    plane_.strategies[prefix(number)] = plain();
    set(pool, user, prefix(number), plain());
  }
  plane_.strategies[prefix(0)] = with_parameter(0);
  plane_.strategies.erase(prefix(1));
  for (unsigned number = 100; number < 120; ++number) {
    plane_.strategies[prefix(number)] = plain();
  }
  plane_.strategies[Name()] = plain();
  pool.follow_table();
  EXPECT_EQ(pool.prefixes().in_use, 29u);
  EXPECT_EQ(pool.parameters().in_use, 1u);
  plane_.strategies.clear();
  pool.follow_table();
  EXPECT_EQ(pool.prefixes().in_use, 0u);
  EXPECT_EQ(pool.parameters().in_use, 0u);
}

}  // namespace
}  // namespace augustus::manage::strategy_pool_test
