// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/tag_match.hh"
#include "table/name_key.hh"

namespace augustus::table {

inline constexpr unsigned bucket_slots = 10;

/// Of a table hash, never 0.
inline std::uint16_t name_tag_of(std::uint64_t hash) {
  const auto tag = static_cast<std::uint16_t>(hash);
  return tag != 0 ? tag : std::uint16_t{1};
}

/// One cache line: tags and indices of up to ten entries. Tag 0 marks an empty slot, so that zeroed memory is
/// an empty bucket.
struct alignas(64) NameBucket {
  std::uint16_t tags[bucket_slots];
  std::uint16_t overflow;  ///< entries whose primary bucket is this one but that stand in their alternate
  std::uint16_t away;      ///< bit i: this bucket is the alternate of the entry in slot i
  EntryIndex entries[bucket_slots];

  /// Bit i: slot i has this tag.
  std::uint32_t with_tag(std::uint16_t tag) const {
    return match_tags(tags, tag) & ((1u << bucket_slots) - 1);
  }
};
static_assert(sizeof(NameBucket) == 64);

}  // namespace augustus::table
