// SPDX-License-Identifier: Apache-2.0
#include "table/name_sub_tables.hh"

namespace augustus::table {
namespace {

std::uint32_t buckets_of_sub_table(std::uint32_t entries_max) {
  constexpr std::uint32_t entries_a_pair = 10;  // of twenty slots
  return (entries_max + entries_a_pair - 1) / entries_a_pair + 1;
}

}  // namespace

template <bool parallel>
NameSubTables<parallel>::NameSubTables(std::uint32_t entries_max)
    : count_(buckets_of_sub_table(entries_max)),
      memory_(2 * std::size_t{count_} * sizeof(NameBucket), "name buckets"),
      left_(static_cast<NameBucket*>(memory_.data())),
      right_(left_ + count_) {}

template <bool parallel>
EntryIndex NameSubTables<parallel>::first_candidate(std::uint64_t hash) const {
  const auto any = [](EntryIndex) { return true; };
  const EntryIndex found = find_in(left(hash), name_tag_of(hash), any);
  if (found != entry_none) {
    return found;
  }
  return parallel ? find_in(right(hash), name_tag_of(hash), any) : entry_elsewhere;
}

template <bool parallel>
bool NameSubTables<parallel>::insert(std::uint64_t hash, EntryIndex entry) {
  const std::uint32_t left_free = left(hash).with_tag(0), right_free = right(hash).with_tag(0);
  const bool to_left = std::popcount(left_free) >= std::popcount(right_free);
  const std::uint32_t free = to_left ? left_free : right_free;
  if (free == 0) {
    return false;
  }
  NameBucket& bucket = to_left ? left(hash) : right(hash);
  const auto slot = static_cast<unsigned>(std::countr_zero(free));
  bucket.tags[slot] = name_tag_of(hash);
  bucket.entries[slot] = entry;
  return true;
}

template <bool parallel>
std::uint32_t NameSubTables<parallel>::count() const {
  std::uint32_t count = 0;
  for (const NameBucket* const table : {left_, right_}) {
    for (std::uint32_t bucket = 0; bucket < count_; ++bucket) {
      count += bucket_slots - static_cast<std::uint32_t>(std::popcount(table[bucket].with_tag(0)));
    }
  }
  return count;
}

template <bool parallel>
bool NameSubTables<parallel>::erase(std::uint64_t hash, EntryIndex entry) {
  return erase_in(left(hash), name_tag_of(hash), entry) || erase_in(right(hash), name_tag_of(hash), entry);
}

template <bool parallel>
bool NameSubTables<parallel>::erase_in(NameBucket& bucket, std::uint16_t tag, EntryIndex entry) {
  for (std::uint32_t matches = bucket.with_tag(tag); matches != 0; matches &= matches - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(matches));
    if (bucket.entries[slot] == entry) {
      bucket.tags[slot] = 0;
      return true;
    }
  }
  return false;
}

template class NameSubTables<false>;
template class NameSubTables<true>;

}  // namespace augustus::table
