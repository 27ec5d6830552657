// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

namespace augustus::traffic {

/// Which segment of a catalogue is asked for next. Used by one thread.
class SegmentOrder {
 public:
  virtual ~SegmentOrder() = default;
  /// Its number; nothing: the order has ended.
  virtual std::optional<std::uint64_t> next() = 0;
};

/// One after the other from `first` on, `count` times round `segments`.
std::unique_ptr<SegmentOrder> sequential_order(std::uint64_t segments, std::uint64_t first = 0,
                                               std::uint64_t count = ~std::uint64_t{0});
/// Uniformly drawn.
std::unique_ptr<SegmentOrder> uniform_order(std::uint64_t segments, std::uint64_t seed);
/// All batches in an order that looks random and is the same each time round: the segments of one come one
/// after the other, and all others come before it comes again. `segments` is a multiple of `batch`.
std::unique_ptr<SegmentOrder> scattered_batches(std::uint64_t segments, std::uint32_t batch);

/// Streams of whole objects (the paper's Real, table 3).
struct StreamShape {
  std::uint64_t objects = 1;
  std::uint32_t segments = 1280;  ///< of an object
  double zipf_exponent = 1;       ///< of the objects' popularity
  double arrivals_per_s = 1;      ///< of streams, a Poisson process
  double segments_per_s = 8;      ///< of one stream, evenly spaced
};
/// Segments by the time of the streams that run at once. It begins with as many streams as there are on
/// average, each somewhere in its object.
std::unique_ptr<SegmentOrder> stream_order(const StreamShape& shape, std::uint64_t seed);

}  // namespace augustus::traffic
