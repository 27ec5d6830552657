// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "base/clock.hh"
#include "traffic/names/random.hh"

namespace augustus::traffic {

/// When packets of a rate are due: at equal intervals, or as a Poisson process. The schedule does not wait
/// for a sender that is late, up to backlog_max; what is later than that is given up and counted.
class Pacer {
 public:
  static constexpr TimeNs backlog_max = 100 * nanoseconds_per_millisecond;

  /// `per_second` > 0.
  Pacer(double per_second, bool poisson, std::uint64_t seed)
      : mean_(nanoseconds_per_second / per_second), poisson_(poisson), random_(seed) {}

  void start(TimeNs now) { next_ = static_cast<double>(now); }

  /// How many are due by now and not yet asked for, at most `max`.
  unsigned due(TimeNs now, unsigned max) {
    const double late = static_cast<double>(now) - next_;
    if (late > static_cast<double>(backlog_max)) {
      const double missed = std::floor((late - static_cast<double>(backlog_max)) / mean_);
      missed_ += static_cast<std::uint64_t>(missed);
      next_ += missed * mean_;
    }
    unsigned count = 0;
    for (; count < max && next_ <= static_cast<double>(now); ++count) {
      next_ += poisson_ ? -std::log1p(-random_.unit()) * mean_ : mean_;
    }
    return count;
  }
  TimeNs next() const { return static_cast<TimeNs>(std::ceil(next_)); }
  /// That were due while nobody asked for so long.
  std::uint64_t missed() const { return missed_; }

 private:
  double mean_;
  bool poisson_;
  Random random_;
  double next_ = 0;
  std::uint64_t missed_ = 0;
};

}  // namespace augustus::traffic
