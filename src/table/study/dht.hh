// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/study/access_count.hh"
#include "table/study/dht_bucket.hh"
#include "table/study/entry_pool.hh"
#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// d-left open-addressed hash table, d = 2 (section III-C): a name stands in the less loaded of its two
/// buckets, one of each sub-table, the left one when they are alike (unless only the right one has an
/// expired entry to take the place of). With `parallel` (DHTp) both are asked
/// for before either is read, else one after the other (DHT). Layout of n entries, names of l bytes: n/4
/// buckets of 64 bytes, half of whose slots are in use when the table is full; n entries of 16 (tuple) and l.
/// The paper's: 80 + 8 l bits a slot, or 112 with a pointer to the name, three slots for each entry (what
/// table I amounts to), and the names apart. Accesses: d buckets and the entry, fewer when the left bucket
/// has what is looked for, or none does. Lazy expiry: an expired slot is free, and with it its entry.
/// Removing it takes no access of its own.
template <bool parallel, typename Accesses = NoAccesses>
class Dht {
 public:
  static constexpr PendingTraits traits{.timers = true,
                                        .loop_detection = true,
                                        .false_positives = false,
                                        .faces = true,
                                        .full_protocol = false};
  static constexpr unsigned prefetch_steps = 2;

  explicit Dht(const PendingSizes& sizes)
      : buckets_(sizes.entries_max / (2 * entries_a_bucket) + 1),
        memory_(2 * std::size_t{buckets_} * sizeof(DhtBucket), "pending buckets"),
        left_(static_cast<DhtBucket*>(memory_.data())),
        right_(left_ + buckets_),
        entries_(sizes) {}

  InterestOutcome on_interest(const PendingInterest& interest, TimeMs now) {
    return on_interest(interest, now, [](std::span<const std::uint8_t>) {});
  }
  bool on_data(const PendingName& name, TimeMs now, FaceList& faces) {
    return on_data(name, now, faces, [](std::span<const std::uint8_t>) {});
  }
  void advance(TimeMs now) { now_ = now; }

  /// The same; calls `removed(name)` for each expired entry that goes.
  template <typename Removed>
  InterestOutcome on_interest(const PendingInterest& interest, TimeMs now, Removed&& removed) {
    const NameKey& key = interest.name.key;
    if (!entries_.fits(key.bytes)) {
      return InterestOutcome::full;
    }
    const Pair pair = pair_of(key.hash);
    const Place found = find(pair, key, now);
    if (found.bucket != nullptr) {
      return entries_.update(index_of(found), interest);
    }
    const Place place = place_for(pair, now, removed);
    if (place.bucket == nullptr) {
      return InterestOutcome::full;
    }
    accesses_.add();
    entries_.fill(index_of(place), interest, now);
    place.bucket->tags[place.slot] = tag_of(key.hash);
    place.bucket->expiry[place.slot] = static_cast<std::uint16_t>(now + interest.lifetime);
    return InterestOutcome::inserted;
  }
  template <typename Removed>
  bool on_data(const PendingName& name, TimeMs now, FaceList& faces, Removed&& /*removed*/) {
    const Place found = find(pair_of(name.key.hash), name.key, now);
    if (found.bucket == nullptr) {
      return false;
    }
    entries_.add_faces(index_of(found), faces);
    entries_.release(index_of(found));
    found.bucket->tags[found.slot] = 0;
    return true;
  }

  void prefetch(const PendingName& name, unsigned step) const {
    const Pair pair = pair_of(name.key.hash);
    if (step == 0) {
      augustus::prefetch(pair.left);
      augustus::prefetch(pair.right);
      return;
    }
    const std::uint16_t tag = tag_of(name.key.hash);
    const std::size_t name_bytes = name.key.bytes.size();
    for (const DhtBucket* bucket : {pair.left, pair.right}) {
      if (const std::uint32_t matches = bucket->with_tag(tag); matches != 0) {
        entries_.prefetch(bucket->entries[std::countr_zero(matches)], name_bytes);
        return;
      }
    }
    // Not pending, it seems: the entry that an insert will take.
    if (const Choice choice = choose(pair, now_); choice.dead != 0) {
      entries_.prefetch(choice.bucket->entries[std::countr_zero(choice.dead)], name_bytes);
    }
  }

  std::uint32_t size() const { return entries_.size(); }
  std::uint64_t memory_bytes() const {
    return 2 * std::uint64_t{buckets_} * sizeof(DhtBucket) + entries_.memory_bytes();
  }
  std::uint64_t accesses() const { return accesses_.count(); }

 private:
  static constexpr std::uint32_t entries_a_bucket = 4;  ///< of eight slots, when the table is full

  struct Pair {
    DhtBucket* left;
    DhtBucket* right;
  };
  struct Place {
    DhtBucket* bucket;  ///< nullptr: none
    unsigned slot;
  };

  static std::uint16_t tag_of(std::uint64_t hash) {
    const auto tag = static_cast<std::uint16_t>(hash);
    return tag != 0 ? tag : std::uint16_t{1};
  }
  static std::uint32_t index_of(const Place& place) { return place.bucket->entries[place.slot]; }

  Pair pair_of(std::uint64_t hash) const {
    const std::uint64_t other = hash * 0x9e3779b97f4a7c15u;
    return {left_ + (((hash >> 32) * buckets_) >> 32), right_ + (((other >> 32) * buckets_) >> 32)};
  }

  Place find(const Pair& pair, const NameKey& key, TimeMs now) {
    if constexpr (parallel) {
      augustus::prefetch(pair.left);
      augustus::prefetch(pair.right);
    }
    const Place left = find_in(*pair.left, key, now);
    return left.bucket != nullptr ? left : find_in(*pair.right, key, now);
  }

  Place find_in(DhtBucket& bucket, const NameKey& key, TimeMs now) {
    accesses_.add();
    const std::uint32_t dead = bucket.expired(static_cast<std::uint16_t>(now));
    for (std::uint32_t left = bucket.with_tag(tag_of(key.hash)) & ~dead; left != 0; left &= left - 1) {
      const auto slot = static_cast<unsigned>(std::countr_zero(left));
      const std::uint32_t index = bucket.entries[slot];
      accesses_.add();
      if (entries_.has_name(index, key.bytes) && !entries_.expired(index, now)) {
        return {&bucket, slot};
      }
    }
    return {nullptr, 0};
  }

  struct Choice {
    DhtBucket* bucket;
    DhtBucket* other;
    std::uint32_t dead, free, other_dead;  ///< slots
  };

  /// The bucket with fewer live entries; of two that are alike, one with something to clear away.
  static Choice choose(const Pair& pair, TimeMs now) {
    const auto time = static_cast<std::uint16_t>(now);
    const std::uint32_t left_dead = pair.left->expired(time), right_dead = pair.right->expired(time);
    const std::uint32_t left_free = pair.left->with_tag(0), right_free = pair.right->with_tag(0);
    const int left_room = std::popcount(left_dead | left_free),
              right_room = std::popcount(right_dead | right_free);
    if (left_room > right_room || (left_room == right_room && (left_dead != 0 || right_dead == 0))) {
      return {pair.left, pair.right, left_dead, left_free, right_dead};
    }
    return {pair.right, pair.left, right_dead, right_free, left_dead};
  }

  /// A slot with an entry to fill; an expired one's if there is one.
  template <typename Removed>
  Place place_for(const Pair& pair, TimeMs now, Removed& removed) {
    const Choice choice = choose(pair, now);
    if (choice.dead != 0) {
      return taken_over(*choice.bucket, choice.dead, removed);
    }
    if (choice.free != 0) {
      std::uint32_t index = entries_.allocate();
      if (index == entries_.none && sweep(now, removed)) {
        index = entries_.allocate();
      }
      if (index != entries_.none) {
        const auto slot = static_cast<unsigned>(std::countr_zero(choice.free));
        choice.bucket->entries[slot] = index;
        return {choice.bucket, slot};
      }
    }
    return choice.other_dead != 0 ? taken_over(*choice.other, choice.other_dead, removed) : Place{nullptr, 0};
  }

  /// Removes expired entries of the next buckets, until one had some or `sweep_buckets_max` had none.
  template <typename Removed>
  bool sweep(TimeMs now, Removed& removed) {
    for (unsigned i = 0; i < sweep_buckets_max; ++i) {
      DhtBucket& bucket = left_[hand_];
      hand_ = hand_ + 1 < 2 * buckets_ ? hand_ + 1 : 0;
      accesses_.add();
      const std::uint32_t dead = bucket.expired(static_cast<std::uint16_t>(now));
      for (std::uint32_t left = dead; left != 0; left &= left - 1) {
        const auto slot = static_cast<unsigned>(std::countr_zero(left));
        accesses_.add();
        removed(entries_.name(bucket.entries[slot]));
        entries_.release(bucket.entries[slot]);
        bucket.tags[slot] = 0;
      }
      if (dead != 0) {
        return true;
      }
    }
    return false;
  }

  template <typename Removed>
  Place taken_over(DhtBucket& bucket, std::uint32_t dead, Removed& removed) {
    const auto slot = static_cast<unsigned>(std::countr_zero(dead));
    const std::uint32_t index = bucket.entries[slot];
    removed(entries_.name(index));
    entries_.release_extra(entries_.entry(index));
    return {&bucket, slot};
  }

  std::uint32_t buckets_;  ///< of each sub-table
  MappedMemory memory_;
  DhtBucket* left_;
  DhtBucket* right_;
  EntryPool<NoLinks> entries_;
  std::uint32_t hand_ = 0;  ///< where the next sweep begins
  TimeMs now_ = 0;
  [[no_unique_address]] Accesses accesses_;
};

template <typename Accesses = NoAccesses>
using SequentialDht = Dht<false, Accesses>;
template <typename Accesses = NoAccesses>
using ParallelDht = Dht<true, Accesses>;

}  // namespace augustus::table::study
