// SPDX-License-Identifier: Apache-2.0
#include "main/client/congestion_window.hh"

#include <gtest/gtest.h>

#include <deque>

#include "main/client/round_trip_estimator.hh"

namespace augustus::client::congestion_window_test {
namespace {

constexpr TimeNs round_trip = nanoseconds_per_millisecond;

/// So much Data, each after the same round trip.
void take_data(CongestionWindow& window, std::uint64_t count) {
  for (std::uint64_t data = 0; data < count; ++data) {
    window.on_data(data, round_trip, data + window.size());
  }
}

CongestionWindow window_of_100(double size_max) {
  CongestionWindow window(size_max);
  take_data(window, 96);
  return window;
}

/// Fetches from a producer that answers one Interest after the other, in virtual time.
class SlowProducer {
 public:
  explicit SlowProducer(TimeNs service_time) : service_time_(service_time) {}

  /// How many Interests were still unanswered when their retransmission time-out was over.
  unsigned fetch(CongestionWindow& window, std::uint64_t segments) {
    unsigned late = 0;
    while (answered_ < segments) {
      while (under_way_.size() < window.size() && next_ < segments) {
        const TimeNs timeout = estimator_.timeout_ms() * nanoseconds_per_millisecond;
        under_way_.push_back({next_++, now_, now_ + timeout});
      }
      // The next answer comes a service time after the last one.
      now_ += service_time_;
      const Request request = under_way_.front();
      under_way_.pop_front();
      late += request.deadline < now_ ? 1 : 0;
      estimator_.add(now_ - request.sent);
      window.on_data(request.segment, now_ - request.sent, next_ - 1);
      ++answered_;
    }
    return late;
  }

 private:
  struct Request {
    std::uint64_t segment;
    TimeNs sent;
    TimeNs deadline;
  };

  TimeNs service_time_;
  RoundTripEstimator estimator_;
  std::deque<Request> under_way_;
  std::uint64_t next_ = 0;
  std::uint64_t answered_ = 0;
  TimeNs now_ = nanoseconds_per_second;
};

TEST(CongestionWindow, DoublesEachRoundTripUntilTheFirstLoss) {
  CongestionWindow window(1000);
  const std::uint64_t before = window.size();
  take_data(window, before);
  EXPECT_EQ(window.size(), 2 * before);
}

TEST(CongestionWindow, NeverExceedsItsLimit) {
  CongestionWindow window(16);
  take_data(window, 1000);
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
  take_data(window, before + 1);
  EXPECT_EQ(window.size(), before + 1);
}

TEST(CongestionWindow, EndsItsSlowStartWhenRoundTripsGrow) {
  CongestionWindow window(512);
  SlowProducer(2 * nanoseconds_per_millisecond).fetch(window, 500);
  EXPECT_LT(window.size(), 64u);
  EXPECT_GT(window.size(), 8u);
}

TEST(CongestionWindow, OutrunsNoTimeoutHoweverSlowTheProducer) {
  for (const TimeNs microseconds : {1, 20, 100, 500, 1000, 2000, 5000, 20000}) {
    CongestionWindow window(512);
    EXPECT_EQ(SlowProducer(microseconds * 1000).fetch(window, 2000), 0u) << microseconds << " us";
  }
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
  EXPECT_EQ(estimator.timeout_ms(), 201u);
  for (int loss = 0; loss < 20; ++loss) {
    estimator.back_off();
  }
  EXPECT_EQ(estimator.timeout_ms(), 3216u);
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
}  // namespace augustus::client::congestion_window_test
