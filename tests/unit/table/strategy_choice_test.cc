// SPDX-License-Identifier: Apache-2.0
#include "table/strategy_choice.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "table/prefix_names.hh"

namespace augustus::table::strategy_choice_test {
namespace {

using wire::Name;

class StrategyChoiceTest : public testing::Test {
 protected:
  std::uint8_t longest(const Name& name) const {
    return choice_.find_longest(view_of(key_, name), name.value().data());
  }

  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  StrategyChoice choice_{4, key_, quiescence_, 3};
};

TEST_F(StrategyChoiceTest, RootGovernsWhatNothingElseDoes) {
  EXPECT_EQ(longest(Name::literal("/a/b")), 3);
  EXPECT_EQ(longest(Name()), 3);
  EXPECT_TRUE(choice_.set(Name(), 4));
  EXPECT_EQ(longest(Name::literal("/a/b")), 4);
  EXPECT_EQ(choice_.size(), 1u);
}

TEST_F(StrategyChoiceTest, LongestPrefixWins) {
  choice_.set(Name::literal("/a"), 1);
  choice_.set(Name::literal("/a/b/c"), 2);
  EXPECT_EQ(longest(Name::literal("/a/b/c")), 2);
  EXPECT_EQ(longest(Name::literal("/a/b")), 1);
  EXPECT_EQ(longest(Name::literal("/b")), 3);
}

TEST_F(StrategyChoiceTest, UnsetFallsBackAndTheRootStays) {
  choice_.set(Name::literal("/a"), 1);
  EXPECT_FALSE(choice_.unset(Name::literal("/b")));
  EXPECT_TRUE(choice_.unset(Name::literal("/a")));
  EXPECT_FALSE(choice_.unset(Name::literal("/a")));
  EXPECT_EQ(longest(Name::literal("/a")), 3);
  EXPECT_FALSE(choice_.unset(Name()));
}

TEST_F(StrategyChoiceTest, FullAndTooDeepAreRefused) {
  for (std::uint64_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(choice_.set(short_name(i, 4), 1));
  }
  EXPECT_FALSE(choice_.set(Name::literal("/z"), 1));
  EXPECT_TRUE(choice_.set(short_name(0, 4), 2));
  EXPECT_FALSE(choice_.set(short_name(0, 33), 1));
}

RC_GTEST_PROP(StrategyChoice, AgreesWithAPlainMap, ()) {
  const auto key = HashKey::random();
  Quiescence quiescence(1);
  StrategyChoice choice(1000, key, quiescence, 7);
  std::map<Name, std::uint8_t> reference{{Name(), 7}};
  const auto steps = *rc::gen::inRange(0, 100);
  for (int step = 0; step < steps; ++step) {
    const Name prefix = *short_names();
    if (*rc::gen::arbitrary<bool>()) {
      const auto value = *rc::gen::arbitrary<std::uint8_t>();
      RC_ASSERT(choice.set(prefix, value));
      reference[prefix] = value;
    } else {
      RC_ASSERT(choice.unset(prefix) == (!prefix.empty() && reference.erase(prefix) == 1));
    }
    const Name wanted = *short_names(7);
    std::uint8_t expected = 0;
    for (std::size_t length = 0; length <= wanted.size(); ++length) {
      if (const auto found = reference.find(wanted.prefix(length)); found != reference.end()) {
        expected = found->second;
      }
    }
    RC_ASSERT(choice.find_longest(view_of(key, wanted), wanted.value().data()) == expected);
    const auto exact = reference.find(wanted);
    RC_ASSERT(choice.find_exact_or(wanted, 99) == (exact == reference.end() ? 99 : exact->second));
  }
  std::map<Name, std::uint8_t> visited;
  choice.for_each([&](const Name& name, std::uint8_t value) { visited[name] = value; });
  RC_ASSERT(visited == reference);
  RC_ASSERT(choice.size() == reference.size());
}

}  // namespace
}  // namespace augustus::table::strategy_choice_test
