// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "forward/name_run.hh"
#include "forward/random.hh"
#include "forward/strategies/measurement_table.hh"
#include "forward/strategies/rtt_estimator.hh"

namespace augustus::forward::measurement_test {
namespace {

constexpr TimeNs ms = nanoseconds_per_millisecond;

TEST(RttEstimatorTest, FollowsRfc6298WithinBounds) {
  RttEstimator rtt;
  EXPECT_EQ(rtt.timeout(), 1000 * ms);
  rtt.add(400 * ms);
  EXPECT_EQ(rtt.smoothed(), 400 * ms);
  EXPECT_EQ(rtt.timeout(), (400 + 4 * 200) * ms);
  rtt.add(800 * ms);
  EXPECT_EQ(rtt.smoothed(), 450 * ms);
  EXPECT_EQ(rtt.timeout(), (450 + 4 * 250) * ms);
  for (int i = 0; i < 100; ++i) {
    rtt.add(1 * ms);
  }
  EXPECT_EQ(rtt.timeout(), 200 * ms);
  for (int i = 0; i < 100; ++i) {
    rtt.add(600'000 * ms);
  }
  EXPECT_EQ(rtt.timeout(), 60'000 * ms);
}

TEST(MeasurementTableTest, ForgetsWhatIsNotTouched) {
  MeasurementTable<int> table(4, 100);
  table.touch(7, 1000) = 5;
  EXPECT_EQ(*table.find(7, 1099), 5);
  EXPECT_EQ(table.find(7, 1100), nullptr);
  EXPECT_EQ(table.find(8, 1000), nullptr);
  EXPECT_EQ(table.touch(7, 1200), 0) << "what was forgotten starts anew";
}

RC_GTEST_PROP(MeasurementTableTest, NeverMixesKeysAndKeepsTheLatest, (std::vector<std::uint64_t> keys)) {
  MeasurementTable<std::uint64_t> table(2, 1'000'000);
  TimeNs now = 1;
  for (const auto key : keys) {
    auto& value = table.touch(key, ++now);
    RC_ASSERT(value == 0 || value == key);
    value = key;
    RC_ASSERT(*table.find(key, now) == key);
  }
}

TEST(RandomTest, BelowCoversItsRange) {
  Random random(42);
  std::array<unsigned, 5> seen{};
  for (int i = 0; i < 1000; ++i) {
    ++seen.at(random.below(5));
  }
  for (const auto count : seen) {
    EXPECT_GT(count, 100u);
  }
}

TEST(NameRunTest, ANameEndsTheRunItIsIn) {
  NameRun run;
  EXPECT_TRUE(run.add(1));
  EXPECT_TRUE(run.add(2));
  EXPECT_FALSE(run.add(1));
  run.clear();
  EXPECT_TRUE(run.add(1));
}

}  // namespace
}  // namespace augustus::forward::measurement_test
