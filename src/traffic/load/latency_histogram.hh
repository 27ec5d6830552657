// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/counter.hh"

namespace augustus::traffic {

/// Counts of values (nanoseconds) in buckets whose width is at most 1/128 of the value, exact below 256; a
/// fixed size, in the manner of HdrHistogram. One thread adds, others may read.
class LatencyHistogram {
 public:
  LatencyHistogram() { clear(); }

  void add(std::uint64_t value) {
    counts_[bucket_of(value)].add();
    total_.add();
    sum_.add(value);
    if (value < min_.value()) {
      min_.set(value);
    }
    if (value > max_.value()) {
      max_.set(value);
    }
  }
  void clear();

  std::uint64_t count() const { return total_.value(); }
  std::uint64_t min() const { return count() == 0 ? 0 : min_.value(); }
  std::uint64_t max() const { return max_.value(); }
  double mean() const {
    return count() == 0 ? 0 : static_cast<double>(sum_.value()) / static_cast<double>(count());
  }
  /// The least value that at least `percent` of all values do not exceed, but for the bucket's width (then
  /// its upper end, as HdrHistogram has it); 0 when there are none.
  std::uint64_t percentile(double percent) const;

 private:
  static constexpr unsigned fine_bits = 7;  ///< of a value's leading bits, the first apart, that are kept
  static constexpr std::size_t buckets = (64 - fine_bits + 1) << fine_bits;

  static std::size_t bucket_of(std::uint64_t value) {
    const unsigned width = static_cast<unsigned>(std::bit_width(value | ((2u << fine_bits) - 1)));
    const unsigned shift = width - fine_bits - 1;
    return (static_cast<std::size_t>(shift) << fine_bits) + (value >> shift);
  }
  static std::uint64_t highest_of(std::size_t bucket);

  std::array<Counter, buckets> counts_{};
  Counter total_, sum_, max_;
  Counter min_;
};

}  // namespace augustus::traffic
