// SPDX-License-Identifier: Apache-2.0
#include "model/cache_hit.hh"

#include <gtest/gtest.h>

#include <cmath>
#include <list>
#include <numeric>
#include <random>
#include <unordered_map>

namespace augustus::model::cache_hit_test {
namespace {

/// The hit ratio of a cache that is carried out request by request.
double simulate(const std::vector<double>& rates, std::size_t capacity, bool lru) {
  constexpr unsigned requests = 400'000;
  constexpr unsigned warm_up = 100'000;
  std::mt19937 random(5);
  std::discrete_distribution<unsigned> next(rates.begin(), rates.end());
  std::list<unsigned> order;
  std::unordered_map<unsigned, std::list<unsigned>::iterator> held;
  unsigned hits = 0;
  for (unsigned i = 0; i < requests; ++i) {
    const unsigned object = next(random);
    if (const auto found = held.find(object); found != held.end()) {
      hits += i >= warm_up ? 1 : 0;
      if (lru) {
        order.splice(order.end(), order, found->second);
      }
      continue;
    }
    order.push_back(object);
    held[object] = std::prev(order.end());
    if (held.size() > capacity) {
      held.erase(order.front());
      order.pop_front();
    }
  }
  return hits / static_cast<double>(requests - warm_up);
}

TEST(CacheHit, ZipfRatesSumToOneAndFallByRank) {
  const auto rates = zipf_rates(1000, 0.8);
  EXPECT_NEAR(std::accumulate(rates.begin(), rates.end(), 0.0), 1, 1e-12);
  EXPECT_NEAR(rates[0] / rates[9], std::pow(10, 0.8), 1e-9);
}

TEST(CacheHit, CheApproximatesAnLruCacheThatIsCarriedOut) {
  for (const double exponent : {0.8, 1.0}) {
    const auto rates = zipf_rates(2000, exponent);
    for (const std::size_t capacity : {20, 100, 500}) {
      EXPECT_NEAR(lru_hit_ratio(rates, static_cast<double>(capacity)), simulate(rates, capacity, true), 0.01);
    }
  }
}

TEST(CacheHit, TheFifoFormApproximatesAFifoCacheThatIsCarriedOut) {
  const auto rates = zipf_rates(2000, 1.0);
  for (const std::size_t capacity : {20, 100, 500}) {
    EXPECT_NEAR(fifo_hit_ratio(rates, static_cast<double>(capacity)), simulate(rates, capacity, false), 0.01);
  }
}

TEST(CacheHit, FifoIsNeverBetterThanLru) {
  const auto rates = zipf_rates(500, 1.0);
  for (double capacity = 1; capacity < 500; capacity += 25) {
    EXPECT_LE(fifo_hit_ratio(rates, capacity), lru_hit_ratio(rates, capacity) + 1e-9);
  }
}

TEST(CacheHit, ScalingAllRatesChangesNothing) {
  auto rates = zipf_rates(300, 0.9);
  const double before = fifo_hit_ratio(rates, 30);
  for (double& rate : rates) {
    rate *= 1000;
  }
  EXPECT_NEAR(fifo_hit_ratio(rates, 30), before, 1e-9);
}

TEST(CacheHit, NothingAndEverything) {
  const auto rates = zipf_rates(10, 1);
  EXPECT_EQ(lru_hit_ratio(rates, 0), 0);
  EXPECT_EQ(fifo_hit_ratio(rates, 10), 1);
}

TEST(CacheHit, EqualRatesHitAsTheCacheIsLarge) {
  const std::vector<double> rates(100, 0.01);
  EXPECT_NEAR(lru_hit_ratio(rates, 25), 0.25, 1e-9);
  EXPECT_NEAR(fifo_hit_ratio(rates, 25), 0.25, 1e-9);
}

}  // namespace
}  // namespace augustus::model::cache_hit_test
