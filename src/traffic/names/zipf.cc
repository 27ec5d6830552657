// SPDX-License-Identifier: Apache-2.0
#include "traffic/names/zipf.hh"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace augustus::traffic {
namespace {

constexpr double near_zero = 1e-8;

/// (e^x - 1) / x, continued through 0.
double growth(double x) {
  return std::abs(x) > near_zero ? std::expm1(x) / x : 1 + x / 2;
}

/// log(1 + x) / x, continued through 0.
double shrink(double x) {
  return std::abs(x) > near_zero ? std::log1p(x) / x : 1 - x / 2;
}

}  // namespace

Zipf::Zipf(std::uint64_t count, double alpha) : count_(static_cast<double>(count)), alpha_(alpha) {
  if (count == 0 || !(alpha >= 0) || !std::isfinite(alpha)) {
    throw std::invalid_argument("a Zipf distribution needs at least one object and an exponent of 0 or more");
  }
  area_first_ = integral(1.5) - 1;
  area_last_ = integral(count_ + 0.5);
  sure_ = 2 - inverse(integral(2.5) - weight(2));
}

double Zipf::weight(double x) const {
  return std::exp(-alpha_ * std::log(x));
}

/// Of weight from 1 to x; log(x) where alpha is 1.
double Zipf::integral(double x) const {
  const double log_x = std::log(x);
  return log_x * growth((1 - alpha_) * log_x);
}

double Zipf::inverse(double area) const {
  const double t = std::max(area * (1 - alpha_), -1.0);
  return std::exp(area * shrink(t));
}

std::uint64_t Zipf::draw(Random& random) const {
  while (true) {
    const double area = area_last_ + random.unit() * (area_first_ - area_last_);
    const double x = inverse(area);
    const double rank = std::clamp(std::floor(x + 0.5), 1.0, count_);
    if (rank - x <= sure_ || area >= integral(rank + 0.5) - weight(rank)) {
      return static_cast<std::uint64_t>(rank);
    }
  }
}

}  // namespace augustus::traffic
