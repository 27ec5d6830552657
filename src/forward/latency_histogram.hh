// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/clock.hh"
#include "base/counter.hh"

namespace augustus::forward {

/// How long upstreams took to answer, counted by powers of two: bucket i holds what took less than 2^i * 1024
/// ns and is not in a lower one; the last holds the rest (from 4.3 s on). Written by one worker, read by
/// anyone. Times are those of the turns that sent the Interest and took the Data.
class LatencyHistogram {
 public:
  static constexpr unsigned buckets = 24;

  void add(TimeNs latency) {
    counts_[std::min<unsigned>(std::bit_width(latency >> unit_log2), buckets - 1)].add();
    sum_.add(static_cast<std::uint64_t>(latency));
  }
  std::uint64_t count(unsigned bucket) const { return counts_[bucket].value(); }
  /// Of all of them together, in nanoseconds.
  std::uint64_t sum() const { return sum_.value(); }
  /// Nanoseconds that what is in the bucket stayed below.
  static constexpr TimeNs bound(unsigned bucket) { return TimeNs{1} << (bucket + unit_log2); }

 private:
  static constexpr unsigned unit_log2 = 10;
  std::array<Counter, buckets> counts_;
  Counter sum_;
};

}  // namespace augustus::forward
