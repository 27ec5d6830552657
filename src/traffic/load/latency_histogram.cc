// SPDX-License-Identifier: Apache-2.0
#include "traffic/load/latency_histogram.hh"

#include <algorithm>
#include <cmath>

namespace augustus::traffic {

void LatencyHistogram::clear() {
  for (Counter& count : counts_) {
    count.set(0);
  }
  total_.set(0);
  sum_.set(0);
  max_.set(0);
  min_.set(~std::uint64_t{0});
}

std::uint64_t LatencyHistogram::highest_of(std::size_t bucket) {
  constexpr std::size_t exact = 2u << fine_bits;
  if (bucket < exact) {
    return bucket;
  }
  const std::size_t shift = (bucket >> fine_bits) - 1;
  const std::uint64_t leading = (bucket & ((1u << fine_bits) - 1)) | (1u << fine_bits);
  return (leading << shift) + ((std::uint64_t{1} << shift) - 1);
}

std::uint64_t LatencyHistogram::percentile(double percent) const {
  const std::uint64_t all = count();
  if (all == 0) {
    return 0;
  }
  const auto wanted = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(std::min(percent, 100.0) / 100 * static_cast<double>(all))));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    seen += counts_[bucket].value();
    if (seen >= wanted) {
      return std::clamp(highest_of(bucket), min(), max());
    }
  }
  return max();
}

}  // namespace augustus::traffic
