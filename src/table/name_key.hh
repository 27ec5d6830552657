// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace augustus::table {

/// A name to look up: its component TLVs without a trailing implicit digest, and their table hash. The bytes
/// belong to the caller and are compared in full: a hash alone never makes a match.
struct NameKey {
  std::uint64_t hash;
  std::span<const std::uint8_t> bytes;
};

/// Index of a name table entry within its partition; stable while the entry is in use.
using EntryIndex = std::uint32_t;
inline constexpr EntryIndex entry_none = ~EntryIndex{0};
/// What the first look at an index may answer: not where it looked, perhaps elsewhere. No entry's index.
inline constexpr EntryIndex entry_elsewhere = entry_none - 1;

}  // namespace augustus::table
