// SPDX-License-Identifier: Apache-2.0
#include "traffic/names/zipf.hh"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>
#include <vector>

#include "traffic/names/number_order.hh"

namespace augustus::traffic::zipf_test {
namespace {

/// Pearson's statistic of draws against rank^-alpha, the last class being all ranks from `classes` on.
double chi_square(std::uint64_t count, double alpha, unsigned classes, unsigned draws) {
  const Zipf zipf(count, alpha);
  Random random(20250101);
  std::vector<double> seen(classes + 1);
  for (unsigned i = 0; i < draws; ++i) {
    const std::uint64_t rank = zipf.draw(random);
    EXPECT_GE(rank, 1u);
    EXPECT_LE(rank, count);
    seen[std::min<std::uint64_t>(rank - 1, classes)] += 1;
  }
  double whole = 0;
  for (std::uint64_t rank = 1; rank <= count; ++rank) {
    whole += std::pow(static_cast<double>(rank), -alpha);
  }
  double statistic = 0;
  double rest = 1;
  for (unsigned i = 0; i <= classes && rest > 1e-12; ++i) {
    const double share = i < classes ? std::pow(i + 1.0, -alpha) / whole : rest;
    rest -= share;
    const double expected = share * draws;
    statistic += (seen[i] - expected) * (seen[i] - expected) / expected;
  }
  return statistic;
}

// The 99.99th percentile of chi square with 50 degrees of freedom is 93; the seed is fixed.
constexpr double limit = 93;

TEST(Zipf, HasTheProbabilitiesOfItsExponent) {
  for (const double alpha : {0.0, 0.5, 0.64, 0.84, 1.0, 1.2, 2.0, 3.0}) {
    EXPECT_LT(chi_square(1000, alpha, 50, 200'000), limit) << "alpha " << alpha;
  }
}

TEST(Zipf, IsExactForFewObjectsAndForMany) {
  EXPECT_LT(chi_square(60, 1.0, 50, 200'000), limit);
  EXPECT_LT(chi_square(10'000'000, 0.84, 50, 200'000), limit);
}

TEST(Zipf, TellsOtherExponentsApart) {
  // The test itself can fail: the draws of one exponent against the probabilities of another.
  const Zipf zipf(1000, 0.9);
  Random random(7);
  unsigned first = 0;
  for (unsigned i = 0; i < 200'000; ++i) {
    first += zipf.draw(random) == 1;
  }
  double whole = 0;
  for (int rank = 1; rank <= 1000; ++rank) {
    whole += 1.0 / rank;
  }
  const double expected = 200'000 / whole;
  EXPECT_GT(std::abs(first - expected), 10 * std::sqrt(expected));
}

TEST(Zipf, OneObjectIsAlwaysDrawn) {
  const Zipf zipf(1, 0.84);
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(zipf.draw(random), 1u);
  }
}

TEST(Zipf, RefusesWhatIsNoDistribution) {
  EXPECT_THROW(Zipf(0, 1), std::invalid_argument);
  EXPECT_THROW(Zipf(10, -1), std::invalid_argument);
  EXPECT_THROW(Zipf(10, std::nan("")), std::invalid_argument);
}

TEST(NumberOrder, SequenceGoesRoundFromItsFirst) {
  NumberOrder order(Order::sequential, 3, 0, 1, 2);
  EXPECT_EQ(order.next(), 2u);
  EXPECT_EQ(order.next(), 0u);
  EXPECT_EQ(order.next(), 1u);
  EXPECT_EQ(order.next(), 2u);
}

TEST(NumberOrder, RandomIsUniform) {
  constexpr unsigned draws = 100'000;
  NumberOrder order(Order::random, 10, 0, 42);
  std::map<std::uint64_t, double> seen;
  for (unsigned i = 0; i < draws; ++i) {
    ++seen[order.next()];
  }
  ASSERT_EQ(seen.size(), 10u);
  double statistic = 0;
  for (const auto& [number, count] : seen) {
    statistic += (count - draws / 10.0) * (count - draws / 10.0) / (draws / 10.0);
  }
  EXPECT_LT(statistic, 33.7);  // 99.99 % for 9 degrees of freedom
}

TEST(NumberOrder, SameSeedSameNumbers) {
  for (const Order kind : {Order::sequential, Order::random, Order::zipf}) {
    NumberOrder one(kind, 1'000'000, 0.8, 5);
    NumberOrder same(kind, 1'000'000, 0.8, 5);
    for (int i = 0; i < 100; ++i) {
      EXPECT_EQ(one.next(), same.next());
    }
  }
}

}  // namespace
}  // namespace augustus::traffic::zipf_test
