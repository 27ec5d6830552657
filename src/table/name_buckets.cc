// SPDX-License-Identifier: Apache-2.0
#include "table/name_buckets.hh"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/prefetch.hh"

namespace augustus::table {
namespace {

std::uint32_t buckets_for(std::uint32_t entries_max) {
  // Of ten slots. Inserts would fit at a load of 0.95 too, but in a table that has seen much coming and going
  // 22 % of the entries would stand in their alternate at a mean of eight, 2 % do at five.
  constexpr std::uint32_t entries_a_bucket = 5;
  return (entries_max + entries_a_bucket - 1) / entries_a_bucket + 2;  // two spare: small tables spread more
}

}  // namespace

NameBuckets::NameBuckets(std::uint32_t entries_max)
    : memory_(std::size_t{buckets_for(entries_max)} * sizeof(NameBucket), "name buckets"),
      buckets_(static_cast<NameBucket*>(memory_.data())),
      count_(buckets_for(entries_max)) {}

void NameBuckets::prefetch_alternate(std::uint64_t hash) const {
  const std::uint32_t primary = primary_of(hash);
  if (buckets_[primary].overflow != 0) {
    augustus::prefetch(&buckets_[alternate_of(primary, name_tag_of(hash))]);
  }
}

EntryIndex NameBuckets::first_candidate(std::uint64_t hash) const {
  const NameBucket& bucket = buckets_[primary_of(hash)];
  const std::uint32_t found = bucket.with_tag(name_tag_of(hash));
  if (found != 0) {
    return bucket.entries[std::countr_zero(found)];
  }
  return bucket.overflow == 0 ? entry_none : entry_elsewhere;
}

bool NameBuckets::insert(std::uint64_t hash, EntryIndex entry) {
  const std::uint16_t tag = name_tag_of(hash);
  const std::uint32_t primary = primary_of(hash);
  if (insert_into(primary, tag, entry, false)) {
    return true;
  }
  const std::uint32_t alternate = alternate_of(primary, tag);
  // Only names made for it get so many into one bucket.
  if (buckets_[primary].overflow == std::numeric_limits<std::uint16_t>::max()) {
    return false;
  }
  if (alternate != primary && insert_into(alternate, tag, entry, true)) {
    ++buckets_[primary].overflow;
    return true;
  }
  if (make_room(primary)) {
    return insert_into(primary, tag, entry, false);
  }
  if (alternate != primary && make_room(alternate)) {
    ++buckets_[primary].overflow;
    return insert_into(alternate, tag, entry, true);
  }
  return false;
}

std::uint32_t NameBuckets::count() const {
  std::uint32_t count = 0;
  for (std::uint32_t bucket = 0; bucket < count_; ++bucket) {
    count += bucket_slots - static_cast<std::uint32_t>(std::popcount(buckets_[bucket].with_tag(0)));
  }
  return count;
}

bool NameBuckets::erase(std::uint64_t hash, EntryIndex entry) {
  const std::uint16_t tag = name_tag_of(hash);
  const std::uint32_t primary = primary_of(hash);
  unsigned slot = 0;
  if (find_slot(buckets_[primary], tag, entry, slot)) {
    buckets_[primary].tags[slot] = 0;
    buckets_[primary].away &= static_cast<std::uint16_t>(~(1u << slot));
    return true;
  }
  NameBucket& alternate = buckets_[alternate_of(primary, tag)];
  if (!find_slot(alternate, tag, entry, slot)) {
    return false;
  }
  alternate.tags[slot] = 0;
  alternate.away &= static_cast<std::uint16_t>(~(1u << slot));
  --buckets_[primary].overflow;
  return true;
}

bool NameBuckets::find_slot(const NameBucket& bucket, std::uint16_t tag, EntryIndex entry, unsigned& slot) {
  for (std::uint32_t left = bucket.with_tag(tag); left != 0; left &= left - 1) {
    slot = static_cast<unsigned>(std::countr_zero(left));
    if (bucket.entries[slot] == entry) {
      return true;
    }
  }
  return false;
}

bool NameBuckets::insert_into(std::uint32_t bucket, std::uint16_t tag, EntryIndex entry, bool away) {
  NameBucket& into = buckets_[bucket];
  const std::uint32_t empty = into.with_tag(0);
  if (empty == 0) {
    return false;
  }
  const auto slot = static_cast<unsigned>(std::countr_zero(empty));
  into.tags[slot] = tag;
  into.entries[slot] = entry;
  into.away |= static_cast<std::uint16_t>(std::uint32_t{away} << slot);
  return true;
}

/// Empties a slot of a full bucket: moves one of its entries to that entry's other bucket, if need be after
/// making room there in the same way once. Looks at no more than 10 + 10 * 10 buckets.
bool NameBuckets::make_room(std::uint32_t bucket) {
  if (move_one_out(bucket)) {
    return true;
  }
  const NameBucket& full = buckets_[bucket];
  for (unsigned slot = 0; slot < bucket_slots; ++slot) {
    const std::uint32_t other = alternate_of(bucket, full.tags[slot]);
    if (other != bucket && move_one_out(other)) {
      return move_one_out(bucket);
    }
  }
  return false;
}

bool NameBuckets::move_one_out(std::uint32_t bucket) {
  const NameBucket& full = buckets_[bucket];
  for (unsigned slot = 0; slot < bucket_slots; ++slot) {
    const std::uint32_t other = alternate_of(bucket, full.tags[slot]);
    const std::uint32_t empty = other != bucket ? buckets_[other].with_tag(0) : 0;
    if (empty != 0) {
      move({bucket, slot}, {other, static_cast<unsigned>(std::countr_zero(empty))});
      return true;
    }
  }
  return false;
}

void NameBuckets::move(Place from, Place to) {
  NameBucket& source = buckets_[from.bucket];
  NameBucket& target = buckets_[to.bucket];
  const std::uint32_t was_away = (source.away >> from.slot) & 1u;
  target.tags[to.slot] = source.tags[from.slot];
  target.entries[to.slot] = source.entries[from.slot];
  target.away |= static_cast<std::uint16_t>((was_away ^ 1u) << to.slot);
  source.tags[from.slot] = 0;
  source.away &= static_cast<std::uint16_t>(~(1u << from.slot));
  if (was_away != 0) {
    --target.overflow;
  } else {
    ++source.overflow;
  }
}

}  // namespace augustus::table
