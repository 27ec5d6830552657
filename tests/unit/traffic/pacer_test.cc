// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/pacer.hh"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace augustus::traffic::pacer_test {
namespace {

constexpr TimeNs second = nanoseconds_per_second;

TEST(Pacer, ConstantRateIsDueAtEqualIntervals) {
  Pacer pacer(1000, false, 1);
  pacer.start(5 * second);
  EXPECT_EQ(pacer.next(), 5 * second);
  EXPECT_EQ(pacer.due(5 * second, 64), 1u);
  EXPECT_EQ(pacer.due(5 * second + 999'999, 64), 0u);
  EXPECT_EQ(pacer.next(), 5 * second + 1'000'000);
  EXPECT_EQ(pacer.due(5 * second + 3'000'000, 64), 3u);
}

TEST(Pacer, NeverGivesMoreThanAskedForAndOwesTheRest) {
  Pacer pacer(1e6, false, 1);
  pacer.start(0);
  EXPECT_EQ(pacer.due(10'000, 4), 4u);
  EXPECT_EQ(pacer.due(10'000, 64), 7u);
  EXPECT_EQ(pacer.due(10'000, 64), 0u);
}

TEST(Pacer, FractionsOfANanosecondAddUp) {
  Pacer pacer(3e8, false, 1);
  pacer.start(0);
  std::uint64_t total = 0;
  for (TimeNs now = 0; now < 1'000'000; now += 100) {
    total += pacer.due(now, 1000);
  }
  EXPECT_NEAR(static_cast<double>(total), 300'000, 40);
}

TEST(Pacer, WhatIsTooLateIsGivenUpAndCounted) {
  Pacer pacer(1000, false, 1);
  pacer.start(0);
  EXPECT_EQ(pacer.due(second, 1000), 101u);  // the backlog of 100 ms
  EXPECT_EQ(pacer.missed(), 900u);
  EXPECT_EQ(pacer.due(second, 1000), 0u);
}

TEST(Pacer, PoissonIntervalsHaveTheExponentialDistribution) {
  Pacer pacer(1e6, true, 12);
  pacer.start(0);
  constexpr int draws = 100'000;
  // Classes of equal probability.
  std::vector<double> classes(20);
  double sum = 0;
  for (int i = 0; i < draws; ++i) {
    const TimeNs before = pacer.next();
    EXPECT_EQ(pacer.due(before, 1), 1u);
    const double interval = static_cast<double>(pacer.next() - before);
    sum += interval;
    ++classes[static_cast<std::size_t>(std::min(19.0, 20 * (1 - std::exp(-interval / 1000))))];
  }
  EXPECT_NEAR(sum / draws, 1000, 15);
  double statistic = 0;
  for (const double count : classes) {
    statistic += (count - draws / 20.0) * (count - draws / 20.0) / (draws / 20.0);
  }
  EXPECT_LT(statistic, 53);  // 99.99 % for 19 degrees of freedom
}

}  // namespace
}  // namespace augustus::traffic::pacer_test
