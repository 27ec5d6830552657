// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forward/latency_histogram.hh"

namespace augustus::forward::latency_histogram_test {
namespace {

TEST(LatencyHistogram, EachLatencyIsBelowItsBucketsBoundAndNotBelowTheOneBefore) {
  for (const TimeNs latency : {TimeNs{0}, TimeNs{1023}, TimeNs{1024}, TimeNs{1'000'000}, TimeNs{4'000'000'000}}) {
    LatencyHistogram histogram;
    histogram.add(latency);
    unsigned bucket = 0;
    while (histogram.count(bucket) == 0) {
      ASSERT_LT(++bucket, LatencyHistogram::buckets);
    }
    EXPECT_LT(latency, LatencyHistogram::bound(bucket));
    EXPECT_TRUE(bucket == 0 || latency >= LatencyHistogram::bound(bucket - 1));
  }
}

TEST(LatencyHistogram, TheLastBucketHoldsTheRest) {
  LatencyHistogram histogram;
  histogram.add(time_never);
  EXPECT_EQ(histogram.count(LatencyHistogram::buckets - 1), 1u);
}

}  // namespace
}  // namespace augustus::forward::latency_histogram_test
