// SPDX-License-Identifier: Apache-2.0
#include "table/prefix_table.hh"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "base/prefetch.hh"

namespace augustus::table {
namespace {

std::uint64_t bucket_count(const PrefixTableSizes& sizes) {
  return sizes.buckets_log2 != 0
             ? std::uint64_t{1} << sizes.buckets_log2
             : std::bit_ceil(std::uint64_t{sizes.prefixes_max} * 2 / PrefixBucket::slot_count + 1);
}

std::size_t name_bytes(const PrefixTableSizes& sizes) {
  constexpr std::size_t bytes_per_prefix = 128;
  constexpr std::size_t bytes_min = std::size_t{1} << 20;
  return sizes.name_bytes_max != 0 ? sizes.name_bytes_max
                                   : std::max(bytes_per_prefix * sizes.prefixes_max, bytes_min);
}

}  // namespace

PrefixTable::PrefixTable(const PrefixTableSizes& sizes, Quiescence& quiescence)
    : capacity_(sizes.prefixes_max),
      mask_(bucket_count(sizes) - 1),
      memory_((mask_ + 1) * sizeof(PrefixBucket), "FIB buckets", sizes.node),
      buckets_(static_cast<PrefixBucket*>(memory_.data())),
      filter_(sizes.prefixes_max, sizes.node),
      arena_(std::make_shared<Arena>(name_bytes(sizes), sizes.node)),
      retired_(arena_, quiescence) {}

PrefixTable::Place PrefixTable::locate(const SplitName& name) const {
  const std::uint64_t hash = name.prefix_hash[name.count];
  const std::uint64_t tag = PrefixBucket::tag_of(hash);
  Place place;
  PrefixBucket* before = nullptr;
  for (PrefixBucket* at = &bucket(hash); at != nullptr; before = at, at = overflow(at->next)) {
    for (std::uint64_t& slot : at->slots) {
      if (slot == 0) {
        if (place.slot == nullptr) {
          place = {.slot = &slot, .bucket = at, .before = before};
        }
      } else if (PrefixBucket::tag(slot) == tag) {
        const Stored& other = stored(slot);
        if (std::equal(name.value.begin(), name.value.end(), other.bytes(), other.bytes() + other.length)) {
          return {.found = true, .slot = &slot, .bucket = at, .before = before};
        }
      }
    }
    place.last = at;
  }
  return place;
}

PrefixTable::Placed PrefixTable::set(const SplitName& name, std::uint32_t value) {
  const Place place = locate(name);
  if (place.found) {
    const std::uint64_t former = *place.slot;
    PrefixBucket::store(*place.slot,
                        PrefixBucket::word(PrefixBucket::tag(former), value, PrefixBucket::name(former)));
    return {true, PrefixBucket::value(former)};
  }
  if (size_ == capacity_ || !publish(name, place, value)) {
    return {false, std::nullopt};
  }
  ++size_;
  return {true, std::nullopt};
}

bool PrefixTable::publish(const SplitName& name, Place place, std::uint32_t value) {
  const std::uint32_t bytes = stored_bytes(name.value.size());
  const NameArena::Block block = allocate(bytes);
  if (block == 0) {
    return false;
  }
  if (place.slot == nullptr) {
    place.slot = add_overflow(*place.last);
  }
  if (place.slot == nullptr) {
    arena_->free(block, bytes);
    return false;
  }
  auto* const own = new (arena_->data(block)) Stored{static_cast<std::uint16_t>(name.value.size())};
  std::copy(name.value.begin(), name.value.end(), own->bytes());
  const std::uint64_t hash = name.prefix_hash[name.count];
  // The filters follow: who does not see them yet looked before the prefix was there.
  PrefixBucket::store(*place.slot, PrefixBucket::word(PrefixBucket::tag_of(hash), value, block));
  filter_.add(name.prefixes(), name.count);
  lengths_.add(name.count, hash);
  return true;
}

std::uint64_t* PrefixTable::add_overflow(PrefixBucket& last) {
  const NameArena::Block block = allocate(sizeof(PrefixBucket));
  if (block == 0) {
    return nullptr;
  }
  auto* const added = new (arena_->data(block)) PrefixBucket{};
  PrefixBucket::store(last.next, block);
  ++overflow_buckets_;
  overflowing_ += is_home(last) ? 1 : 0;
  return &added->slots[0];
}

std::optional<std::uint32_t> PrefixTable::erase(const SplitName& name) {
  const Place place = locate(name);
  if (!place.found) {
    return std::nullopt;
  }
  const std::uint64_t former = *place.slot;
  PrefixBucket::store(*place.slot, std::uint64_t{0});
  filter_.remove(name.prefixes(), name.count);
  lengths_.remove(name.count, name.prefix_hash[name.count]);
  --size_;
  retired_.add({PrefixBucket::name(former), stored_bytes(name.value.size())});
  if (place.before != nullptr) {
    drop_if_empty(place);
  }
  return PrefixBucket::value(former);
}

void PrefixTable::drop_if_empty(const Place& place) {
  const auto& slots = place.bucket->slots;
  if (std::any_of(std::begin(slots), std::end(slots), [](std::uint64_t slot) { return slot != 0; })) {
    return;
  }
  const NameArena::Block block = place.before->next;
  PrefixBucket::store(place.before->next, place.bucket->next);
  retired_.add({block, sizeof(PrefixBucket)});
  --overflow_buckets_;
  overflowing_ -= place.before->next == 0 && is_home(*place.before) ? 1 : 0;
}

NameArena::Block PrefixTable::allocate(std::uint32_t bytes) {
  NameArena::Block block = arena_->allocate(bytes);
  if (block == 0) {
    retired_.drain();
    block = arena_->allocate(bytes);
  }
  return block;
}

void PrefixTable::prefetch_for_change(const SplitName& name) const {
  augustus::prefetch(&bucket(name.prefix_hash[name.count]));
  filter_.prefetch_for_change(name.prefixes(), name.count);
}

PrefixTableMemory PrefixTable::memory() const {
  const std::size_t overflow = overflow_buckets_ * sizeof(PrefixBucket);
  return {.buckets = memory_.bytes(),
          .overflow = overflow,
          .filter = filter_.bytes(),
          .names = arena_->used_bytes() - overflow,
          .bucket_count = mask_ + 1,
          .overflowing = overflowing_,
          .pages = memory_.pages()};
}

}  // namespace augustus::table
