// SPDX-License-Identifier: Apache-2.0
#include "model/store_model.hh"

#include <gtest/gtest.h>

#include "model/cache_hit.hh"

namespace augustus::model::store_model_test {
namespace {

TEST(StoreModel, HitRatiosOfThePapersWorkloads) {
  EXPECT_DOUBLE_EQ(uniform_hit_ratio(1, 10), 0.1);
  EXPECT_DOUBLE_EQ(uniform_hit_ratio(20, 10), 1);
  EXPECT_DOUBLE_EQ(sequential_hit_ratio(1, 10, 10), 0.9);
  EXPECT_DOUBLE_EQ(sequential_hit_ratio(10, 10, 10), 1);
  EXPECT_DOUBLE_EQ(streaming_hit_ratio(0, 10), 0.9);
  EXPECT_DOUBLE_EQ(streaming_hit_ratio(1, 10), 1);
  EXPECT_DOUBLE_EQ(streaming_hit_ratio(0.5, 10), 0.95);
}

TEST(StoreModel, StreamsOfZipfObjectsHitMoreTheLargerTheMemory) {
  const auto rates = zipf_rates(1000, 1);
  double last = 0;
  for (const double chunks : {12'800.0, 128'000.0, 640'000.0, 1'280'000.0}) {
    const double ratio = streaming_hit_ratio(rates, 1280, chunks, 10);
    EXPECT_GT(ratio, last);
    EXPECT_GE(ratio, 0.9);
    last = ratio;
  }
  EXPECT_DOUBLE_EQ(last, 1);
}

TEST(StoreModel, ServiceTimes) {
  // Table 4 of the paper, Seq: 6.6 and 67.2 us; a batch of 10 chunks of 8 KB at 4 Gbps.
  const ServiceTimes times{.lookup = 6.6e-6, .read = read_time(10, 8192, 4e9), .insert = 67.2e-6};
  EXPECT_NEAR(times.read, 163.84e-6, 1e-12);
  EXPECT_DOUBLE_EQ(hit_time(times), 6.6e-6);
  EXPECT_NEAR(serial_miss_time(times), 237.64e-6, 1e-12);
  EXPECT_DOUBLE_EQ(parallel_miss_time(times), times.read);
  const double mean = mean_time(0.9, hit_time(times), serial_miss_time(times));
  EXPECT_NEAR(mean, 0.9 * 6.6e-6 + 0.1 * 237.64e-6, 1e-12);
  EXPECT_NEAR(throughput(8192, mean), 8192 * 8 / mean, 1);
}

}  // namespace
}  // namespace augustus::model::store_model_test
