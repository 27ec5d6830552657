// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "base/mapped_memory.hh"
#include "base/quiescence.hh"
#include "table/line_arena.hh"
#include "table/name_prefixes.hh"
#include "table/prefix_bucket.hh"

namespace augustus::table {

/// Name prefixes to values, found by longest prefix. One writer; readers never wait and never see a value
/// that was not that of the prefix at some time during the lookup: entries are immutable, published and taken
/// out by one store, never moved, and freed after a quiescent state. Probes only lengths that exist. A bucket
/// is a line of seven tagged addresses, filled to half on average, so that a probe is mostly one line and an
/// entry; an entry is its value and its name in one block. Names are compared in full.
template <typename Value>
class PrefixTable {
 public:
  PrefixTable(std::uint32_t capacity, Quiescence& quiescence)
      : capacity_(capacity),
        mask_(std::bit_ceil(std::uint64_t{capacity} * 2 / PrefixBucket::slot_count + 1) - 1),
        memory_((mask_ + 1) * sizeof(PrefixBucket)),
        buckets_(static_cast<PrefixBucket*>(memory_.data())),
        quiescence_(quiescence),
        arena_(std::make_shared<LineArena>()) {}
  ~PrefixTable() {
    for_each_entry([this](Entry* entry) { destroy(*arena_, entry); });
  }
  PrefixTable(const PrefixTable&) = delete;
  PrefixTable& operator=(const PrefixTable&) = delete;

  // Readers
  void prefetch(const NamePrefixes& prefixes) const {
    for (std::uint64_t left = lengths_up_to(prefixes.count); left != 0; left &= left - 1) {
      __builtin_prefetch(&bucket(prefixes.hash[std::countr_zero(left)]));
    }
  }

  /// The value of the longest prefix present; nullptr: none. Valid until the reader's next quiescent state.
  const Value* find_longest(const NamePrefixes& prefixes) const {
    std::uint64_t left = lengths_up_to(prefixes.count);
    while (left != 0) {
      const auto components = static_cast<unsigned>(std::bit_width(left) - 1);
      if (const Value* value = find(prefixes, components); value != nullptr) {
        return value;
      }
      left ^= std::uint64_t{1} << components;
    }
    return nullptr;
  }

  /// The value of exactly the first `components` components.
  const Value* find(const NamePrefixes& prefixes, unsigned components) const {
    const Entry* entry = probe(prefixes.hash[components], {prefixes.name, prefixes.length(components)});
    return entry == nullptr ? nullptr : &entry->value;
  }

  /// Whether a prefix longer than the empty one may exist: one load.
  bool has_components() const { return (lengths_.load(std::memory_order_relaxed) & ~std::uint64_t{1}) != 0; }

  // The writer
  /// Sets or replaces the value of a whole name of at most prefix_components_max components; false: full.
  bool set(const SplitName& name, Value&& value) {
    std::uint64_t* place = locate(name);
    if (place == nullptr && size_ == capacity_) {
      return false;
    }
    Entry* entry = make(name.value, std::move(value));
    if (place != nullptr) {
      Entry* old = PrefixBucket::entry<Entry>(*place);
      // In a slot the successor is none; in a chain the new entry takes the old one's.
      entry->link |= old->link & PrefixBucket::address_mask;
      PrefixBucket::store(*place, PrefixBucket::word(PrefixBucket::mark(*place), entry));
      retire(old);
      return true;
    }
    publish(name.prefix_hash[name.count], entry);
    ++size_;
    if (by_length_[name.count]++ == 0) {
      lengths_.store(lengths_.load(std::memory_order_relaxed) | std::uint64_t{1} << name.count,
                     std::memory_order_release);
    }
    return true;
  }

  /// Removes the name; false: it was not there.
  bool erase(const SplitName& name) {
    std::uint64_t* place = locate(name);
    if (place == nullptr) {
      return false;
    }
    Entry* entry = PrefixBucket::entry<Entry>(*place);
    const std::uint64_t successor = entry->link & PrefixBucket::address_mask;
    PrefixBucket::store(*place, (*place & ~PrefixBucket::address_mask) | successor);
    --size_;
    if (--by_length_[name.count] == 0) {
      lengths_.store(lengths_.load(std::memory_order_relaxed) & ~(std::uint64_t{1} << name.count),
                     std::memory_order_release);
    }
    retire(entry);
    return true;
  }

  std::uint32_t size() const { return size_; }
  std::uint32_t capacity() const { return capacity_; }

  /// Calls visit(name value bytes, value) for each prefix, in no order. Writer side.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for_each_entry([&visit](const Entry* entry) { visit(entry->name(), entry->value); });
  }

 private:
  /// The name's bytes follow. `link` is the next entry of the bucket's chain and the name's length.
  struct Entry {
    std::uint64_t link;
    Value value;

    std::span<const std::uint8_t> name() const {
      return {reinterpret_cast<const std::uint8_t*>(this + 1), PrefixBucket::mark(PrefixBucket::load(link))};
    }
    bool is(std::span<const std::uint8_t> bytes) const {
      const auto own = name();
      return std::equal(own.begin(), own.end(), bytes.begin(), bytes.end());
    }
  };

  static std::uint64_t tag(std::uint64_t hash) { return hash >> PrefixBucket::mark_shift; }
  PrefixBucket& bucket(std::uint64_t hash) const { return buckets_[hash & mask_]; }

  std::uint64_t lengths_up_to(unsigned components) const {
    return lengths_.load(std::memory_order_acquire) & ((std::uint64_t{2} << components) - 1);
  }

  const Entry* probe(std::uint64_t hash, std::span<const std::uint8_t> name) const {
    const PrefixBucket& home = bucket(hash);
    for (const std::uint64_t& slot : home.slots) {
      const std::uint64_t word = PrefixBucket::load(slot);
      const Entry* entry = PrefixBucket::entry<Entry>(word);
      if (PrefixBucket::mark(word) == tag(hash) && entry != nullptr && entry->is(name)) {
        return entry;
      }
    }
    const Entry* entry = PrefixBucket::entry<Entry>(PrefixBucket::load(home.chain));
    while (entry != nullptr && !entry->is(name)) {
      entry = PrefixBucket::entry<Entry>(PrefixBucket::load(entry->link));
    }
    return entry;
  }

  /// The word that holds the name's entry: a slot, the chain's head or a link; nullptr: not there.
  std::uint64_t* locate(const SplitName& name) {
    const std::uint64_t hash = name.prefix_hash[name.count];
    PrefixBucket& home = bucket(hash);
    for (std::uint64_t& slot : home.slots) {
      const Entry* entry = PrefixBucket::entry<Entry>(slot);
      if (PrefixBucket::mark(slot) == tag(hash) && entry != nullptr && entry->is(name.value)) {
        return &slot;
      }
    }
    std::uint64_t* word = &home.chain;
    Entry* entry = PrefixBucket::entry<Entry>(*word);
    while (entry != nullptr && !entry->is(name.value)) {
      word = &entry->link;
      entry = PrefixBucket::entry<Entry>(*word);
    }
    return entry == nullptr ? nullptr : word;
  }

  void publish(std::uint64_t hash, Entry* entry) {
    PrefixBucket& home = bucket(hash);
    for (std::uint64_t& slot : home.slots) {
      if (PrefixBucket::entry<Entry>(slot) == nullptr) {
        PrefixBucket::store(slot, PrefixBucket::word(tag(hash), entry));
        return;
      }
    }
    entry->link |= home.chain & PrefixBucket::address_mask;
    PrefixBucket::store(home.chain, PrefixBucket::word(0, entry));
  }

  Entry* make(std::span<const std::uint8_t> name, Value&& value) {
    void* block = arena_->allocate(sizeof(Entry) + name.size());
    auto* entry = new (block) Entry{PrefixBucket::word(name.size(), nullptr), std::move(value)};
    std::copy(name.begin(), name.end(), reinterpret_cast<std::uint8_t*>(entry + 1));
    return entry;
  }

  static void destroy(LineArena& arena, Entry* entry) {
    const std::size_t bytes = sizeof(Entry) + entry->name().size();
    entry->~Entry();
    arena.free(entry, bytes);
  }

  /// Frees the entry once no reader can hold it; the arena lives until then, whatever becomes of the table.
  void retire(Entry* entry) {
    quiescence_.retire([arena = arena_, entry] { destroy(*arena, entry); });
  }

  template <typename Visit>
  void for_each_entry(Visit&& visit) const {
    for (std::uint64_t i = 0; i <= mask_; ++i) {
      for (const std::uint64_t& slot : buckets_[i].slots) {
        if (Entry* entry = PrefixBucket::entry<Entry>(slot); entry != nullptr) {
          visit(entry);
        }
      }
      Entry* entry = PrefixBucket::entry<Entry>(buckets_[i].chain);
      while (entry != nullptr) {
        Entry* next = PrefixBucket::entry<Entry>(entry->link);
        visit(entry);
        entry = next;
      }
    }
  }

  std::atomic<std::uint64_t> lengths_{0};  ///< bit i: a prefix of i components exists
  std::uint32_t capacity_;
  std::uint32_t size_ = 0;
  std::uint64_t mask_;
  MappedMemory memory_;
  PrefixBucket* buckets_;
  Quiescence& quiescence_;
  std::shared_ptr<LineArena> arena_;
  std::array<std::uint32_t, wire::prefix_components_max + 1> by_length_{};
};

}  // namespace augustus::table
