// SPDX-License-Identifier: Apache-2.0
#include "main/client/congestion_window.hh"

#include <gtest/gtest.h>

#include "main/client/round_trip_estimator.hh"

namespace augustus::client {
namespace {

CongestionWindow window_of_100(double size_max) {
  CongestionWindow window(size_max);
  while (window.size() < 100) {
    window.on_data();
  }
  return window;
}

TEST(CongestionWindow, DoublesEachRoundTripUntilTheFirstLoss) {
  CongestionWindow window(1000);
  const std::uint64_t before = window.size();
  for (std::uint64_t data = 0; data < before; ++data) {
    window.on_data();
  }
  EXPECT_EQ(window.size(), 2 * before);
}

TEST(CongestionWindow, NeverExceedsItsLimit) {
  CongestionWindow window(16);
  for (int data = 0; data < 1000; ++data) {
    window.on_data();
  }
  EXPECT_EQ(window.size(), 16u);
}

TEST(CongestionWindow, ShrinksOnceForAllSegmentsThatWereUnderWay) {
  CongestionWindow window = window_of_100(100);
  EXPECT_TRUE(window.on_congestion(10, 110));
  const std::uint64_t after = window.size();
  EXPECT_LT(after, 100u);
  EXPECT_FALSE(window.on_congestion(50, 110));
  EXPECT_FALSE(window.on_congestion(110, 110));
  EXPECT_EQ(window.size(), after);
  EXPECT_TRUE(window.on_congestion(111, 200));
  EXPECT_LT(window.size(), after);
}

TEST(CongestionWindow, GrowsByOneARoundTripAfterALoss) {
  CongestionWindow window = window_of_100(1000);
  window.on_congestion(0, 0);
  const std::uint64_t before = window.size();
  for (std::uint64_t data = 0; data <= before; ++data) {
    window.on_data();
  }
  EXPECT_EQ(window.size(), before + 1);
}

TEST(CongestionWindow, KeepsRoomForTwoHoweverMuchIsLost) {
  CongestionWindow window(1000);
  for (std::uint64_t segment = 0; segment < 100; ++segment) {
    window.on_congestion(segment, segment);
  }
  EXPECT_EQ(window.size(), 2u);
}

TEST(RoundTripEstimator, StaysBetweenItsBounds) {
  RoundTripEstimator estimator;
  EXPECT_EQ(estimator.timeout_ms(), 1000u);  // nothing measured yet
  estimator.add(nanoseconds_per_millisecond);
  EXPECT_EQ(estimator.timeout_ms(), 200u);
  for (int loss = 0; loss < 20; ++loss) {
    estimator.back_off();
  }
  EXPECT_EQ(estimator.timeout_ms(), 3200u);
  estimator.add(nanoseconds_per_second * 10);
  EXPECT_EQ(estimator.timeout_ms(), 4000u);
}

TEST(RoundTripEstimator, CoversTheVariationOfWhatItMeasured) {
  RoundTripEstimator estimator;
  for (int sample = 0; sample < 100; ++sample) {
    estimator.add((sample % 2 == 0 ? 300 : 500) * nanoseconds_per_millisecond);
  }
  EXPECT_NEAR(estimator.smoothed_ms(), 400, 20);
  EXPECT_GT(estimator.timeout_ms(), 500u);
}

}  // namespace
}  // namespace augustus::client
