// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "base/quiescence.hh"
#include "table/name_arena.hh"
#include "table/name_prefixes.hh"
#include "table/prefix_bucket.hh"
#include "table/prefix_filter.hh"
#include "table/prefix_lengths.hh"
#include "table/prefix_table_sizes.hh"
#include "table/retired_batch.hh"
#include "table/same_bytes.hh"

namespace augustus::table {

/// Name prefixes to small numbers, found by longest prefix. One writer; readers
/// never wait and never see a value that was not that of the prefix at some
/// time during the lookup: a slot is one word, names are immutable, and what
/// was taken out is used again only after a quiescent state. A bucket is a line
/// of seven slots; a full one is followed by overflow buckets, so no prefix is
/// refused while there is memory for its name. A lookup reads a line for the
/// bucket and one for the name of each prefix that may be there, and a line of
/// a filter where several lengths may be. Names are compared in full.
class PrefixTable {
 public:
  static constexpr std::uint32_t values_max = 1u << PrefixBucket::value_bits;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// A prefix found, and its value; `value` none: nothing was found.
  struct Match {
    std::uint32_t value = none;
    unsigned components = 0;

    explicit operator bool() const { return value != none; }
  };
  /// Hears nothing of what a lookup reads.
  struct NoTouch {
    void operator()(const void*, std::size_t) const {}
  };

  PrefixTable(const PrefixTableSizes& sizes, Quiescence& quiescence);
  PrefixTable(const PrefixTable&) = delete;
  PrefixTable& operator=(const PrefixTable&) = delete;

  // Readers
  /// Bit i: the first i components may be a prefix in the table. Reads nothing
  /// outside the first-level cache.
  std::uint64_t candidates(const NamePrefixes& prefixes) const { return lengths_.candidates(prefixes); }
  /// Asks for what narrow() will read, and for the buckets of other candidates.
  void prefetch(const NamePrefixes& prefixes, std::uint64_t candidates) const {
    filter_.prefetch(prefixes, candidates);
    prefetch_buckets(prefixes, candidates & ~PrefixFilter::narrowed(candidates));
  }
  /// The candidates that are left when the filter has been read.
  template <typename Touch = NoTouch>
  std::uint64_t narrow(const NamePrefixes& prefixes, std::uint64_t candidates, Touch&& touch = {}) const {
    return filter_.narrow(prefixes, candidates, touch);
  }
  void prefetch_buckets(const NamePrefixes& prefixes, std::uint64_t candidates) const {
    for (; candidates != 0; candidates &= candidates - 1) {
      augustus::prefetch(&bucket(prefixes.hash[std::countr_zero(candidates)]));
    }
  }
  /// Reads the bucket of the longest candidate and asks for the name it may be;
  /// what find_longest() begins with when it is given it before the reader's
  /// next quiescent state.
  std::uint64_t prefetch_name(const NamePrefixes& prefixes, std::uint64_t candidates) const;

  /// The longest of the candidates that is there. Valid until the reader's next
  /// quiescent state.
  template <typename Touch = NoTouch>
  Match find_longest(const NamePrefixes& prefixes, std::uint64_t candidates, Touch&& touch = {}) const {
    while (candidates != 0) {
      const auto components = static_cast<unsigned>(std::bit_width(candidates) - 1);
      if (const auto value = find(prefixes, components, touch); value != none) {
        return {value, components};
      }
      candidates ^= std::uint64_t{1} << components;
    }
    return {};
  }
  /// The same with what prefetch_name() gave for these candidates.
  Match find_longest_from(std::uint64_t word, const NamePrefixes& prefixes, std::uint64_t candidates) const {
    if (word != 0) {
      const auto components = static_cast<unsigned>(std::bit_width(candidates) - 1);
      const Stored& name = stored(word);
      const std::uint16_t length = prefixes.length(components);
      if (name.length == length && same_bytes(name.bytes(), prefixes.name, length)) {
        return {PrefixBucket::value(word), components};
      }
    }
    return find_longest(prefixes, candidates);
  }
  Match find_longest(const NamePrefixes& prefixes) const {
    return find_longest(prefixes, narrow(prefixes, candidates(prefixes)));
  }

  /// The value of exactly the first `components` components.
  template <typename Touch = NoTouch>
  std::uint32_t find(const NamePrefixes& prefixes, unsigned components, Touch&& touch = {}) const;

  /// Whether a prefix longer than the empty one may exist: one load.
  bool has_components() const { return (lengths_.present() & ~std::uint64_t{1}) != 0; }

  // The writer
  struct Placed {
    bool done;                              ///< false: the table, or the memory for names, is full
    std::optional<std::uint32_t> replaced;  ///< the former value
  };
  /// Sets or replaces the value of a whole name of at most
  /// prefix_components_max components.
  Placed set(const SplitName& name, std::uint32_t value);
  /// Removes the name; what it had as value, if it was there.
  std::optional<std::uint32_t> erase(const SplitName& name);
  /// Asks for what set() and erase() will touch.
  void prefetch_for_change(const SplitName& name) const;

  std::uint32_t size() const { return size_; }
  std::uint32_t capacity() const { return capacity_; }
  PrefixTableMemory memory() const;

  /// Calls visit(name value bytes, value) for each prefix, in no order. Writer
  /// side.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for_each_from(0, mask_ + 1, visit);
  }
  /// The same for the prefixes of so many buckets, from bucket number `from` on. The bucket to go on with; 0: there are no
  /// more. A prefix that stays while others come and go is visited once, because it stays in its bucket.
  template <typename Visit>
  std::uint64_t for_each_from(std::uint64_t from, std::uint64_t buckets, Visit&& visit) const;

 private:
  /// A block in the arena, and the bytes it was asked for.
  struct Taken {
    NameArena::Block block;
    std::uint32_t bytes;
  };
  struct Arena : NameArena {
    using NameArena::NameArena;
    void reclaim(const Taken& taken) { free(taken.block, taken.bytes); }
  };
  /// A name as it stands in the arena: its length and its bytes.
  struct Stored {
    std::uint16_t length;

    const std::uint8_t* bytes() const { return reinterpret_cast<const std::uint8_t*>(this + 1); }
    std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(this + 1); }
  };
  /// Where a name is or would be: `slot` of `bucket` when it is there, else the
  /// first free slot, if any; the bucket before `bucket` in its chain, and the
  /// chain's last.
  struct Place {
    bool found = false;
    std::uint64_t* slot = nullptr;
    PrefixBucket* bucket = nullptr;
    PrefixBucket* before = nullptr;
    PrefixBucket* last = nullptr;
  };

  PrefixBucket& bucket(std::uint64_t hash) const { return buckets_[hash & mask_]; }
  PrefixBucket* overflow(NameArena::Block block) const {
    return block == 0 ? nullptr : reinterpret_cast<PrefixBucket*>(arena_->data(block));
  }
  const Stored& stored(std::uint64_t word) const {
    return *reinterpret_cast<const Stored*>(arena_->data(PrefixBucket::name(word)));
  }
  static std::uint32_t stored_bytes(std::size_t length) {
    return static_cast<std::uint32_t>(sizeof(Stored) + length);
  }

  Place locate(const SplitName& name) const;
  NameArena::Block allocate(std::uint32_t bytes);
  bool publish(const SplitName& name, Place place, std::uint32_t value);
  std::uint64_t* add_overflow(PrefixBucket& last);
  void drop_if_empty(const Place& place);
  bool is_home(const PrefixBucket& bucket) const {
    return &bucket >= buckets_ && &bucket <= buckets_ + mask_;
  }

  PrefixLengths lengths_;
  std::uint32_t capacity_;
  std::uint32_t size_ = 0;
  std::uint64_t mask_;
  MappedMemory memory_;
  PrefixBucket* buckets_;
  PrefixFilter filter_;
  std::shared_ptr<Arena> arena_;
  RetiredBatch<Arena, Taken> retired_;
  std::uint64_t overflowing_ = 0;       ///< buckets that are followed by another
  std::uint64_t overflow_buckets_ = 0;  ///< those that follow
};

template <typename Touch>
std::uint32_t PrefixTable::find(const NamePrefixes& prefixes, unsigned components, Touch&& touch) const {
  const std::uint64_t hash = prefixes.hash[components];
  const std::uint64_t tag = PrefixBucket::tag_of(hash);
  const std::uint16_t length = prefixes.length(components);
  const PrefixBucket* at = &bucket(hash);
  do {
    touch(at, sizeof(PrefixBucket));
    for (unsigned hits = at->slots_with(tag); hits != 0; hits &= hits - 1) {
      const std::uint64_t word = PrefixBucket::load(at->slots[std::countr_zero(hits)]);
      if (PrefixBucket::tag(word) != tag) {
        continue;  // changed since
      }
      const Stored& name = stored(word);
      touch(&name, sizeof(Stored) + name.length);
      if (name.length == length && same_bytes(name.bytes(), prefixes.name, length)) {
        return PrefixBucket::value(word);
      }
    }
    at = overflow(PrefixBucket::load(at->next));
  } while (at != nullptr);
  return none;
}

inline std::uint64_t PrefixTable::prefetch_name(const NamePrefixes& prefixes,
                                                std::uint64_t candidates) const {
  if (candidates == 0) {
    return 0;
  }
  const std::uint64_t hash = prefixes.hash[std::bit_width(candidates) - 1];
  const std::uint64_t tag = PrefixBucket::tag_of(hash);
  const PrefixBucket& home = bucket(hash);
  const unsigned hits = home.slots_with(tag);
  if (hits == 0) {
    return 0;
  }
  const std::uint64_t word = PrefixBucket::load(home.slots[std::countr_zero(hits)]);
  if (PrefixBucket::tag(word) != tag) {
    return 0;
  }
  augustus::prefetch(arena_->data(PrefixBucket::name(word)));
  return word;
}

template <typename Visit>
std::uint64_t PrefixTable::for_each_from(std::uint64_t from, std::uint64_t buckets, Visit&& visit) const {
  std::uint64_t i = from;
  for (; i <= mask_ && buckets != 0; ++i, --buckets) {
    for (const PrefixBucket* at = &buckets_[i]; at != nullptr; at = overflow(at->next)) {
      for (const std::uint64_t word : at->slots) {
        if (word != 0) {
          const Stored& name = stored(word);
          visit(std::span<const std::uint8_t>{name.bytes(), name.length}, PrefixBucket::value(word));
        }
      }
    }
  }
  return i <= mask_ ? i : 0;
}

}  // namespace augustus::table
