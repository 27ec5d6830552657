// SPDX-License-Identifier: Apache-2.0
#include "forward/strategy_id.hh"

#include <gtest/gtest.h>

namespace augustus::forward::strategy_id_test {
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

TEST(StrategyIdTest, ParametersAreReadAndShownAsTheyWereGiven) {
  const auto name = Name::literal("/localhost/nfd/strategy/asf/v=5/probing-interval~30000/max-timeouts~5");
  const auto id = strategy_from_name(name);
  ASSERT_TRUE(id);
  EXPECT_EQ(strategy_from_name(name), id) << "the same name has one number";
  EXPECT_EQ(strategy_name(*id), name);
  const auto number = static_cast<std::uint8_t>(*id);
  EXPECT_EQ(strategy_kind(number), StrategyId::asf);
  EXPECT_EQ(strategy_parameters(number).probing_interval_ms, 30'000u);
  EXPECT_EQ(strategy_parameters(number).max_timeouts, 5u);
  EXPECT_EQ(strategy_parameters(number).suppression_initial_ms, 10u) << "what is not named has its default";
  EXPECT_EQ(strategy_parameters(static_cast<std::uint8_t>(StrategyId::asf)), StrategyParameters{});
}

TEST(StrategyIdTest, SuppressionIsSetForThoseThatSuppress) {
  for (const char* strategy : {"best-route/v=5", "multicast/v=5", "asf/v=5"}) {
    const auto parsed = parse_strategy(Name::literal(std::string("/localhost/nfd/strategy/") + strategy +
                                                     "/retx-suppression-initial~20/retx-suppression-max~500"
                                                     "/retx-suppression-multiplier~2.25"));
    ASSERT_TRUE(parsed.program) << parsed.problem;
    EXPECT_EQ(parsed.program->parameters.suppression_initial_ms, 20u);
    EXPECT_EQ(parsed.program->parameters.suppression_max_ms, 500u);
    EXPECT_EQ(parsed.program->parameters.suppression_multiplier, 2.25f);
  }
}

TEST(StrategyIdTest, WrongParametersAreRefusedInWords) {
  const auto problem = [](const std::string& name) {
    const auto parsed = parse_strategy(Name::literal("/localhost/nfd/strategy/" + name));
    EXPECT_FALSE(parsed.program) << name;
    return parsed.problem;
  };
  const std::string refused = "Error instantiating strategy: ";
  EXPECT_EQ(problem("fastest/v=1/a~1"), "Strategy not registered");
  EXPECT_EQ(problem("asf/probing-interval~30000"), "Strategy not registered") << "they come after the version";
  EXPECT_EQ(problem("asf/v=5/probing-interval"), refused + "Strategy parameters format is (<parameter>~<value>)*");
  EXPECT_EQ(problem("asf/v=5/~5"), refused + "Strategy parameter name and value cannot be empty");
  EXPECT_EQ(problem("asf/v=5/probing-interval~"), refused + "Strategy parameter name and value cannot be empty");
  EXPECT_EQ(problem("asf/v=5/speed~5"), refused + "Unknown parameter speed");
  EXPECT_EQ(problem("best-route/v=5/max-timeouts~5"), refused + "Unknown parameter max-timeouts");
  EXPECT_EQ(problem("random/v=1/retx-suppression-max~5"), refused + "Unknown parameter retx-suppression-max");
  EXPECT_EQ(problem("asf/v=5/probing-interval~999"), refused + "Probing interval must be >= 1000 milliseconds");
  for (const char* value : {"20.5", "-10", "%20-5", "NaN", "4294967296", "5x"}) {
    EXPECT_EQ(problem(std::string("multicast/v=5/retx-suppression-initial~") + value),
              refused + "retx-suppression-initial value is malformed");
  }
  EXPECT_EQ(problem("multicast/v=5/retx-suppression-initial~0"),
            refused + "Retx suppression initial interval must be > 0");
  EXPECT_EQ(problem("multicast/v=5/retx-suppression-initial~20/retx-suppression-max~10"),
            refused + "Retx suppression max interval must be >= initial interval");
  for (const char* value : {"0", "0.9", "-2.1", "nan"}) {
    EXPECT_EQ(problem(std::string("multicast/v=5/retx-suppression-multiplier~") + value),
              refused + "Retx suppression multiplier must be >= 1");
  }
}

TEST(StrategyIdTest, TheTableOfParametersIsBoundedAndForgetsWhatIsNotUsed) {
  const auto numbered = [](unsigned number) {
    return Name::literal("/localhost/nfd/strategy/asf/v=5/max-timeouts~" + std::to_string(1000 + number));
  };
  const auto kept = strategy_from_name(numbered(0));
  ASSERT_TRUE(kept);
  unsigned number = 1;
  while (strategy_from_name(numbered(number))) {
    ASSERT_LT(++number, 256u);
  }
  forget_strategies([&](StrategyId id) { return id == *kept; });
  EXPECT_TRUE(strategy_from_name(numbered(number)));
  EXPECT_EQ(strategy_from_name(numbered(0)), kept);
  EXPECT_EQ(strategy_parameters(static_cast<std::uint8_t>(*kept)).max_timeouts, 1000u);
}

}  // namespace
}  // namespace augustus::forward::strategy_id_test
