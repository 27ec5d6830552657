// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "store/stored_name.hh"
#include "wire/segment_name.hh"

namespace augustus::store {

/// Where the SSD tier looks for a name: the batch it belongs to and its place in it.
struct BatchPlace {
  std::uint64_t key;       ///< 48 bits of the batch's hash
  std::uint32_t mask;      ///< the segment's bit; 1 for an unsegmented name
  std::uint32_t position;  ///< in the batch, 0..B-1
  bool segmented;
};

/// Keys are even for batches and unsegmented names, odd for prefixes.
inline bool is_prefix_key(std::uint64_t key) {
  return (key & 1) != 0;
}

/// Names to places: all segments of a batch share a key. The hash is XXH3-64 of the name without its segment
/// number and of segment / B (8 bytes, little-endian), seeded by the store; unsegmented names are hashed
/// whole with another seed. Compact names have seeds of their own; a last component of 4 bytes is their
/// segment number, as for the dispatch hash.
class BatchKeys {
 public:
  static constexpr std::uint64_t key_mask = (std::uint64_t{1} << 48) - 2;
  /// Prefixes of a name that are noted, the longest.
  static constexpr unsigned prefixes_max = 6;

  /// `batch` 1..32 segments.
  BatchKeys(std::uint64_t seed, std::uint32_t batch, const wire::SegmentRule& rule)
      : seed_(seed), batch_(batch), rule_(rule) {}

  BatchPlace place(const StoredName& name) const { return place(name, 0); }
  /// The place of the segment `batches` batches later with the same position; of an unsegmented name its own.
  BatchPlace place(const StoredName& name, std::uint64_t batches) const;
  /// Where an extent is noted that has something below the prefix.
  BatchPlace prefix_place(std::span<const std::uint8_t> prefix) const;
  /// Calls visit(key) for the prefixes by which the Data of this NDN name can be found: none for a segment
  /// behind the first batch of its object.
  template <typename Visit>
  void for_each_prefix(std::span<const std::uint8_t> name, Visit&& visit) const {
    std::size_t ends[prefixes_max];
    const unsigned count = prefix_ends(name, ends);
    for (unsigned i = 0; i < count; ++i) {
      visit(prefix_place(name.first(ends[i])).key);
    }
  }
  std::uint32_t batch() const { return batch_; }
  /// The segment's place in its batch, without its key; nothing for an unsegmented name.
  std::optional<std::uint32_t> position(const StoredName& name) const;

 private:
  wire::SegmentName split(const StoredName& name) const;
  unsigned prefix_ends(std::span<const std::uint8_t> name, std::span<std::size_t> ends) const;

  std::uint64_t seed_;
  std::uint32_t batch_;
  wire::SegmentRule rule_;
};

}  // namespace augustus::store
