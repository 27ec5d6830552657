// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "main/bench/lookup_options.hh"
#include "traffic/store/segment_catalogue.hh"

namespace augustus::bench {

/// A content store that holds all of a catalogue.
class FullStore {
 public:
  virtual ~FullStore() = default;
  /// Looks up segments, at most `direct_burst`; adds to `found` those that it has. Time-stamp counter ticks,
  /// without making the names.
  virtual std::uint64_t look_up(std::span<const std::uint64_t> segments, std::uint64_t& found) = 0;
};

/// Filled. Throws std::runtime_error without memory, or when the file cannot be made.
std::unique_ptr<FullStore> make_full_store(const LookupOptions& options,
                                           const traffic::SegmentCatalogue& catalogue);

}  // namespace augustus::bench
