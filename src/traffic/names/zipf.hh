// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "traffic/names/random.hh"

namespace augustus::traffic {

/// Draws ranks 1..count with probability proportional to rank^-alpha, exactly and in constant time and
/// memory: rejection-inversion (W. Hoermann, G. Derflinger: Rejection-inversion to generate variates from
/// monotone discrete distributions, ACM TOMACS 6(3), 1996).
class Zipf {
 public:
  /// alpha >= 0 (0: uniform), count >= 1; throws std::invalid_argument.
  Zipf(std::uint64_t count, double alpha);

  std::uint64_t draw(Random& random) const;

 private:
  double weight(double x) const;
  double integral(double x) const;
  double inverse(double area) const;

  double count_;
  double alpha_;
  double area_first_;  ///< where the area to draw from begins: the whole weight of rank 1 lies behind it
  double area_last_;
  double sure_;  ///< a rank no further than this from the drawn point is always accepted
};

}  // namespace augustus::traffic
