// SPDX-License-Identifier: Apache-2.0
#include "model/cache_hit.hh"

#include <cmath>
#include <numeric>

namespace augustus::model {
namespace {

/// Halvings of the interval in which the characteristic time lies: beyond a double's precision.
constexpr unsigned halvings = 200;

/// The hit ratio when an object of rate r is in the cache with probability held(r * T), and T is such that
/// these sum to the capacity.
template <typename Held>
double hit_ratio(std::span<const double> rates, double capacity, Held&& held) {
  if (capacity <= 0) {
    return 0;
  }
  if (capacity >= static_cast<double>(rates.size())) {
    return 1;
  }
  const auto filled = [&](double time) {
    return std::accumulate(rates.begin(), rates.end(), 0.0,
                           [&](double sum, double rate) { return sum + held(rate * time); });
  };
  double low = 0;
  double high = 1;
  while (filled(high) < capacity && std::isfinite(high)) {
    high *= 2;
  }
  for (unsigned i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (filled(middle) < capacity ? low : high) = middle;
  }
  const double all = std::accumulate(rates.begin(), rates.end(), 0.0);
  return std::accumulate(rates.begin(), rates.end(), 0.0,
                         [&](double sum, double rate) { return sum + rate / all * held(rate * high); });
}

}  // namespace

std::vector<double> zipf_rates(std::size_t objects, double exponent) {
  std::vector<double> rates(objects);
  double sum = 0;
  for (std::size_t rank = 0; rank < objects; ++rank) {
    rates[rank] = std::pow(static_cast<double>(rank + 1), -exponent);
    sum += rates[rank];
  }
  for (double& rate : rates) {
    rate /= sum;
  }
  return rates;
}

double lru_hit_ratio(std::span<const double> rates, double capacity) {
  return hit_ratio(rates, capacity, [](double requests) { return -std::expm1(-requests); });
}

double fifo_hit_ratio(std::span<const double> rates, double capacity) {
  return hit_ratio(rates, capacity, [](double requests) { return requests / (1 + requests); });
}

}  // namespace augustus::model
