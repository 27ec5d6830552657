// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/study/access_count.hh"
#include "table/study/entry_pool.hh"
#include "table/study/pending_table.hh"

namespace augustus::table::study {

/// Hash table with linear chaining (LHT, section III-C): as many buckets as entries (load factor 1), each the
/// head of a chain of entries.
/// Layout of n entries, names of l bytes: n heads of 4 bytes; n entries of 8 (hash, next), 16 (tuple) and l.
/// The paper's: 112 + 8 l bits an entry (name, tuple of 48, hash and pointer of 32 each), heads not counted.
/// Accesses: the head, then the entries up to the one meant; 2 + alpha / 2 when it is there.
/// Lazy expiry: an operation removes the expired entries that it walks past, for one more write each, which
/// is not counted.
template <typename Accesses = NoAccesses>
class Lht {
 public:
  static constexpr PendingTraits traits{.timers = true,
                                        .loop_detection = true,
                                        .false_positives = false,
                                        .faces = true,
                                        .full_protocol = false};
  static constexpr unsigned prefetch_steps = 3;

  explicit Lht(const PendingSizes& sizes)
      : buckets_(sizes.entries_max),
        memory_(std::size_t{buckets_} * sizeof(std::uint32_t), "pending buckets"),
        // Zeroed memory is empty: heads are an entry's index and one.
        heads_(static_cast<std::uint32_t*>(memory_.data())),
        entries_(sizes) {}

  InterestOutcome on_interest(const PendingInterest& interest, TimeMs now) {
    return on_interest(interest, now, [](std::span<const std::uint8_t>) {});
  }
  bool on_data(const PendingName& name, TimeMs now, FaceList& faces) {
    return on_data(name, now, faces, [](std::span<const std::uint8_t>) {});
  }
  void advance(TimeMs /*now*/) {}

  /// The same; calls `removed(name)` for each expired entry that goes.
  template <typename Removed>
  InterestOutcome on_interest(const PendingInterest& interest, TimeMs now, Removed&& removed) {
    const NameKey& key = interest.name.key;
    if (!entries_.fits(key.bytes)) {
      return InterestOutcome::full;
    }
    std::uint32_t* link = find(key, now, removed);
    if (*link != end) {
      return entries_.update(*link - 1, interest);
    }
    std::uint32_t index = entries_.allocate();
    if (index == entries_.none) {
      if (!sweep(now, removed)) {
        return InterestOutcome::full;
      }
      // The chain's last link may have been in one of those that went.
      link = find(key, now, removed);
      index = entries_.allocate();
    }
    accesses_.add();
    entries_.fill(index, interest, now);
    entries_.links(index) = {.hash = short_hash(key.hash), .next = end};
    *link = index + 1;
    return InterestOutcome::inserted;
  }
  template <typename Removed>
  bool on_data(const PendingName& name, TimeMs now, FaceList& faces, Removed&& removed) {
    std::uint32_t* link = find(name.key, now, removed);
    if (*link == end) {
      return false;
    }
    const std::uint32_t index = *link - 1;
    entries_.add_faces(index, faces);
    *link = entries_.links(index).next;
    entries_.release(index);
    return true;
  }

  void prefetch(const PendingName& name, unsigned step) const {
    const std::uint32_t& head = heads_[bucket_of(name.key.hash)];
    if (step == 0) {
      augustus::prefetch(&head);
    } else if (head != end) {
      if (step == 1) {
        entries_.prefetch(head - 1, name.key.bytes.size());
      } else if (const std::uint32_t next = entries_.links(head - 1).next; next != end) {
        entries_.prefetch(next - 1, name.key.bytes.size());
      }
    }
  }

  std::uint32_t size() const { return entries_.size(); }
  std::uint64_t memory_bytes() const {
    return std::uint64_t{buckets_} * sizeof(*heads_) + entries_.memory_bytes();
  }
  std::uint64_t accesses() const { return accesses_.count(); }

 private:
  static constexpr std::uint32_t end = 0;
  struct Links {
    std::uint32_t hash = 0;
    std::uint32_t next = end;
  };

  static std::uint32_t short_hash(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
  std::uint32_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(((hash >> 32) * buckets_) >> 32);
  }

  /// The link to this name's entry, or the chain's last one.
  template <typename Removed>
  std::uint32_t* find(const NameKey& key, TimeMs now, Removed& removed) {
    std::uint32_t* link = &heads_[bucket_of(key.hash)];
    accesses_.add();
    while (*link != end) {
      const std::uint32_t index = *link - 1;
      accesses_.add();
      Links& links = entries_.links(index);
      if (entries_.expired(index, now)) {
        removed(entries_.name(index));
        *link = links.next;
        entries_.release(index);
        continue;
      }
      if (links.hash == short_hash(key.hash) && entries_.has_name(index, key.bytes)) {
        return link;
      }
      link = &links.next;
    }
    return link;
  }

  /// Removes expired entries of the next buckets, until one had some or `sweep_buckets_max` had none.
  template <typename Removed>
  bool sweep(TimeMs now, Removed& removed) {
    const std::uint32_t before = entries_.size();
    for (unsigned i = 0; i < sweep_buckets_max && entries_.size() == before; ++i) {
      std::uint32_t* link = &heads_[hand_];
      hand_ = hand_ + 1 < buckets_ ? hand_ + 1 : 0;
      accesses_.add();
      while (*link != end) {
        accesses_.add();
        const std::uint32_t index = *link - 1;
        std::uint32_t& next = entries_.links(index).next;
        if (entries_.expired(index, now)) {
          removed(entries_.name(index));
          *link = next;
          entries_.release(index);
        } else {
          link = &next;
        }
      }
    }
    return entries_.size() != before;
  }

  std::uint32_t buckets_;
  MappedMemory memory_;
  std::uint32_t* heads_;
  EntryPool<Links> entries_;
  std::uint32_t hand_ = 0;  ///< where the next sweep begins
  [[no_unique_address]] Accesses accesses_;
};

}  // namespace augustus::table::study
