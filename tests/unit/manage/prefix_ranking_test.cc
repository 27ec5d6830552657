// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "manage/live/prefix_ranking.hh"
#include "wire/name.hh"

namespace augustus::manage::prefix_ranking_test {
namespace {

forward::NameSample sample_of(const std::string& uri, std::uint32_t interests = 1) {
  const auto name = wire::Name::literal(uri);
  forward::NameSample sample;
  sample.interests = interests;
  sample.length = static_cast<std::uint32_t>(std::min(name.value().size(), sample.bytes.size()));
  std::copy_n(name.value().begin(), sample.length, sample.bytes.begin());
  return sample;
}

TEST(PrefixRanking, PrefixesOfTwoComponentsAreRankedByTheirInterests) {
  PrefixRanking ranking;
  ranking.add(sample_of("/a/b/1", 10));
  ranking.add(sample_of("/a/b/2", 20));
  ranking.add(sample_of("/a/c", 60));
  ranking.add(sample_of("/d", 10));
  const auto shown = ranking.show(2);
  ASSERT_EQ(shown.size(), 2u);
  EXPECT_EQ(shown[0].first, "/a/c");
  EXPECT_DOUBLE_EQ(shown[0].second, 0.6);
  EXPECT_EQ(shown[1].first, "/a/b");
  EXPECT_DOUBLE_EQ(shown[1].second, 0.3);
}

TEST(PrefixRanking, WhatIsNotAskedForAnyMoreFades) {
  PrefixRanking ranking;
  ranking.add(sample_of("/old", 100));
  ranking.show(1);
  ranking.add(sample_of("/new", 81));
  EXPECT_EQ(ranking.show(1)[0].first, "/new");
  for (unsigned i = 0; i < 60; ++i) {
    ranking.show(1);
  }
  EXPECT_TRUE(ranking.show(1).empty());
}

TEST(PrefixRanking, ANameThatWasCutCountsAsWhatIsWhole) {
  PrefixRanking ranking;
  ranking.add(sample_of("/a/" + std::string(300, 'x')));
  auto broken = sample_of("/b");
  broken.bytes[1] = 200;
  ranking.add(broken);
  const auto shown = ranking.show(5);
  ASSERT_EQ(shown.size(), 2u);
  EXPECT_EQ(std::ranges::count(shown, "/a", &std::pair<std::string, double>::first), 1);
  EXPECT_EQ(std::ranges::count(shown, "/", &std::pair<std::string, double>::first), 1);
}

TEST(PrefixRanking, ItHasASize) {
  PrefixRanking ranking;
  for (std::size_t i = 0; i < PrefixRanking::prefixes_max + 100; ++i) {
    ranking.add(sample_of("/p/" + std::to_string(i)));
  }
  EXPECT_EQ(ranking.show(2 * PrefixRanking::prefixes_max).size(), PrefixRanking::prefixes_max);
}

}  // namespace
}  // namespace augustus::manage::prefix_ranking_test
