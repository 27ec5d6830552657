// SPDX-License-Identifier: Apache-2.0
#include "forward/strategy_id.hh"

#include <gtest/gtest.h>

namespace augustus::forward {
namespace {

using wire::Name;

TEST(StrategyIdTest, EveryStrategyIsFoundByItsFullName) {
  for (unsigned i = 0; i < static_cast<unsigned>(StrategyId::count); ++i) {
    const auto id = static_cast<StrategyId>(i);
    EXPECT_EQ(strategy_from_name(strategy_name(id)), id) << strategy_name(id).uri();
  }
}

TEST(StrategyIdTest, NamesAndVersionsAreThoseOfNfd) {
  EXPECT_EQ(strategy_name(StrategyId::best_route).uri(), "/localhost/nfd/strategy/best-route/v=5");
  EXPECT_EQ(strategy_name(StrategyId::multicast).uri(), "/localhost/nfd/strategy/multicast/v=5");
  EXPECT_EQ(strategy_name(StrategyId::asf).uri(), "/localhost/nfd/strategy/asf/v=5");
  EXPECT_EQ(strategy_name(StrategyId::access).uri(), "/localhost/nfd/strategy/access/v=1");
  EXPECT_EQ(strategy_name(StrategyId::self_learning).uri(), "/localhost/nfd/strategy/self-learning/v=1");
  EXPECT_EQ(strategy_name(StrategyId::random).uri(), "/localhost/nfd/strategy/random/v=1");
}

TEST(StrategyIdTest, VersionMayBeLeftOut) {
  EXPECT_EQ(strategy_from_name(Name::literal("/localhost/nfd/strategy/multicast")), StrategyId::multicast);
}

TEST(StrategyIdTest, OtherVersionsAndParametersAreUnknown) {
  EXPECT_EQ(strategy_from_name(Name::literal("/localhost/nfd/strategy/best-route/v=4")), std::nullopt);
  EXPECT_EQ(strategy_from_name(Name::literal("/localhost/nfd/strategy/best-route/v=5/p~1")), std::nullopt);
  EXPECT_EQ(strategy_from_name(Name::literal("/localhost/nfd/strategy/fastest")), std::nullopt);
  EXPECT_EQ(strategy_from_name(Name::literal("/localhost/nfd/strategy")), std::nullopt);
  EXPECT_EQ(strategy_from_name(Name::literal("/multicast")), std::nullopt);
}

}  // namespace
}  // namespace augustus::forward
