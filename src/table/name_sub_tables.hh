// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/name_bucket.hh"
#include "table/name_key.hh"

namespace augustus::table {

/// In the place of NameBuckets: d-left hashing with d = 2 (DHT, the PIT study's section III-C). An entry
/// stands in the less loaded of its two buckets, one of each sub-table, in the left one when they are alike,
/// and stays there. With `parallel` (DHTp) both buckets are asked for at once, else the right one when the
/// left has not got what is looked for. Buckets are as many and as large as NameBuckets'.
template <bool parallel>
class NameSubTables {
 public:
  explicit NameSubTables(std::uint32_t entries_max);

  void prefetch(std::uint64_t hash) const {
    augustus::prefetch(&left(hash));
    if constexpr (parallel) {
      augustus::prefetch(&right(hash));
    }
  }
  void prefetch_alternate(std::uint64_t hash) const {
    if constexpr (!parallel) {
      augustus::prefetch(&right(hash));
    }
  }

  /// The first entry with this hash's tag in the buckets that prefetch() asks for, or entry_none.
  EntryIndex first_candidate(std::uint64_t hash) const;

  /// As NameBuckets.
  template <typename Same>
  EntryIndex find(std::uint64_t hash, Same&& same) const {
    const EntryIndex found = find_in(left(hash), name_tag_of(hash), same);
    return found != entry_none ? found : find_in(right(hash), name_tag_of(hash), same);
  }
  /// False when both buckets are full.
  bool insert(std::uint64_t hash, EntryIndex entry);
  bool erase(std::uint64_t hash, EntryIndex entry);
  /// Entries in all buckets. Walks through them.
  std::uint32_t count() const;
  PageKind pages() const { return memory_.pages(); }

 private:
  template <typename Same>
  static EntryIndex find_in(const NameBucket& bucket, std::uint16_t tag, Same&& same) {
    for (std::uint32_t matches = bucket.with_tag(tag); matches != 0; matches &= matches - 1) {
      const EntryIndex entry = bucket.entries[std::countr_zero(matches)];
      if (same(entry)) {
        return entry;
      }
    }
    return entry_none;
  }
  static bool erase_in(NameBucket& bucket, std::uint16_t tag, EntryIndex entry);

  NameBucket& left(std::uint64_t hash) const { return left_[((hash >> 32) * count_) >> 32]; }
  NameBucket& right(std::uint64_t hash) const {
    return right_[(((hash * 0x9e3779b97f4a7c15u) >> 32) * count_) >> 32];
  }

  std::uint32_t count_;  ///< of each sub-table
  MappedMemory memory_;
  NameBucket* left_;
  NameBucket* right_;
};

extern template class NameSubTables<false>;
extern template class NameSubTables<true>;

}  // namespace augustus::table
