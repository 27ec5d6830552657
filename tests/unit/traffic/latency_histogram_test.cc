// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/latency_histogram.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "traffic/names/random.hh"

namespace augustus::traffic::latency_histogram_test {
namespace {

TEST(LatencyHistogram, IsEmptyAtFirstAndWhenCleared) {
  auto histogram = std::make_unique<LatencyHistogram>();
  EXPECT_EQ(histogram->count(), 0u);
  EXPECT_EQ(histogram->percentile(50), 0u);
  EXPECT_EQ(histogram->min(), 0u);
  histogram->add(5);
  histogram->clear();
  EXPECT_EQ(histogram->count(), 0u);
  EXPECT_EQ(histogram->percentile(99), 0u);
  EXPECT_EQ(histogram->max(), 0u);
}

TEST(LatencyHistogram, SmallValuesAreExact) {
  auto histogram = std::make_unique<LatencyHistogram>();
  for (std::uint64_t value = 0; value < 200; ++value) {
    histogram->add(value);
  }
  EXPECT_EQ(histogram->percentile(0), 0u);
  EXPECT_EQ(histogram->percentile(50), 99u);
  EXPECT_EQ(histogram->percentile(99), 197u);
  EXPECT_EQ(histogram->percentile(100), 199u);
  EXPECT_DOUBLE_EQ(histogram->mean(), 99.5);
}

TEST(LatencyHistogram, HoldsEveryValue) {
  for (const std::uint64_t value :
       {0ull, 255ull, 256ull, 257ull, 65'535ull, 1'000'000ull, 1ull << 40, ~0ull >> 1, ~0ull}) {
    auto histogram = std::make_unique<LatencyHistogram>();
    histogram->add(value);
    EXPECT_EQ(histogram->percentile(50), value);
    EXPECT_EQ(histogram->max(), value);
  }
}

TEST(LatencyHistogram, PercentilesAreWithinABucketOfThoseOfTheValues) {
  auto histogram = std::make_unique<LatencyHistogram>();
  Random random(9);
  std::vector<std::uint64_t> values;
  for (int i = 0; i < 100'000; ++i) {
    // From microseconds to seconds.
    values.push_back(static_cast<std::uint64_t>(1000 * std::exp(random.unit() * 14)));
    histogram->add(values.back());
  }
  std::ranges::sort(values);
  for (const double percent : {1.0, 25.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0}) {
    const auto exact =
        static_cast<double>(values[static_cast<std::size_t>(std::ceil(percent / 100 * 100'000)) - 1]);
    const auto found = static_cast<double>(histogram->percentile(percent));
    EXPECT_GE(found, exact) << percent;
    EXPECT_LE(found, exact * (1 + 1.0 / 128) + 1) << percent;
  }
}

}  // namespace
}  // namespace augustus::traffic::latency_histogram_test
