// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/name_bucket.hh"
#include "table/name_key.hh"

namespace augustus::table {

/// The hash part of the name table: 64-bit hash to entry indices, by 16-bit tag. Each entry stands in its
/// primary bucket or in an alternate one computed from the tag (cuckoo hashing with partial keys: Fan et al.,
/// "Cuckoo Filter", CoNEXT 2014); an insert displaces entries over at most two steps. While a bucket's
/// overflow count is zero, a probe touches that one line.
class NameBuckets {
 public:
  /// Room for `entries_max` entries at half load: an insert fails with negligible probability (the first one
  /// that fails comes at a load of 0.98 in large tables) and nearly all entries stand in their primary
  /// bucket.
  explicit NameBuckets(std::uint32_t entries_max);

  void prefetch(std::uint64_t hash) const { augustus::prefetch(&buckets_[primary_of(hash)]); }

  /// The same of a hash that nobody has asked for lately, whose bucket's page may be unknown too.
  void touch(std::uint64_t hash) const { augustus::touch(&buckets_[primary_of(hash)]); }

  /// Asks for the alternate bucket if the primary one has overflowed; the primary should have arrived.
  void prefetch_alternate(std::uint64_t hash) const;

  /// The first entry in the primary bucket with this hash's tag; entry_elsewhere when the alternate bucket
  /// may have one, entry_none when there is none.
  EntryIndex first_candidate(std::uint64_t hash) const;

  /// The first entry with this hash's tag for which `same(EntryIndex)` holds, or entry_none.
  template <typename Same>
  EntryIndex find(std::uint64_t hash, Same&& same) const;

  /// Adds an entry; false when there is no place within two displacement steps. Does not look for equals.
  bool insert(std::uint64_t hash, EntryIndex entry);

  /// Removes what insert added; false when it is not there.
  bool erase(std::uint64_t hash, EntryIndex entry);

  /// Entries in all buckets. Walks through them.
  std::uint32_t count() const;

  PageKind pages() const { return memory_.pages(); }

 private:
  struct Place {
    std::uint32_t bucket;
    unsigned slot;
  };
  std::uint32_t primary_of(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(((hash >> 32) * count_) >> 32);
  }
  /// The other bucket of an entry that stands in `bucket`; its own inverse.
  std::uint32_t alternate_of(std::uint32_t bucket, std::uint16_t tag) const {
    const auto sum = static_cast<std::uint32_t>((std::uint64_t{tag * 0x9e3779b1u} * count_) >> 32);
    return sum >= bucket ? sum - bucket : sum + count_ - bucket;
  }
  static bool find_slot(const NameBucket& bucket, std::uint16_t tag, EntryIndex entry, unsigned& slot);
  bool insert_into(std::uint32_t bucket, std::uint16_t tag, EntryIndex entry, bool away);
  bool make_room(std::uint32_t bucket);
  bool move_one_out(std::uint32_t bucket);
  void move(Place from, Place to);

  MappedMemory memory_;
  NameBucket* buckets_;
  std::uint32_t count_;
};

template <typename Same>
EntryIndex NameBuckets::find(std::uint64_t hash, Same&& same) const {
  const std::uint16_t tag = name_tag_of(hash);
  const std::uint32_t primary = primary_of(hash);
  const NameBucket* bucket = &buckets_[primary];
  const bool overflowed = bucket->overflow != 0;
  for (int side = 0;; ++side) {
    for (std::uint32_t left = bucket->with_tag(tag); left != 0; left &= left - 1) {
      const EntryIndex entry = bucket->entries[std::countr_zero(left)];
      if (same(entry)) {
        return entry;
      }
    }
    if (side == 1 || !overflowed) {
      return entry_none;
    }
    bucket = &buckets_[alternate_of(primary, tag)];
  }
}

}  // namespace augustus::table
