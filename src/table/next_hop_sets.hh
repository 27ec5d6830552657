// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "base/keyed_hash.hh"
#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/next_hop_list.hh"

namespace augustus::table {

/// The different next-hop lists of a FIB, each held once however many prefixes have it, by number. A list is
/// immutable from acquire() to reclaim(); a number is used again only after reclaim(). One writer; readers
/// know numbers from the prefix table.
class NextHopSets {
 public:
  using Number = std::uint32_t;
  static constexpr Number none = ~Number{0};

  explicit NextHopSets(std::uint32_t lists_max, int node = any_node);
  ~NextHopSets();
  NextHopSets(const NextHopSets&) = delete;
  NextHopSets& operator=(const NextHopSets&) = delete;

  const NextHopList& operator[](Number number) const { return lists_[number].list; }
  void prefetch(Number number) const { augustus::prefetch(&lists_[number]); }

  // The writer
  /// A list equal to `hops`, with one more prefix that has it; none: no number is free.
  Number acquire(std::span<const NextHop> hops);
  /// One prefix less has the list. True: it was the last one, and reclaim() is due when no reader can hold
  /// it.
  bool release(Number number);
  void reclaim(Number number);

  std::size_t size() const { return known_.size(); }
  /// What the lists in use take, without those of more than two next hops that stand elsewhere.
  std::size_t bytes() const { return known_.size() * sizeof(Slot); }

 private:
  struct alignas(32) Slot {
    NextHopList list;
  };
  /// Finds numbers by what their list holds.
  struct Hash {
    using is_transparent = void;
    const NextHopSets* sets;
    std::size_t operator()(std::span<const NextHop> hops) const;
    std::size_t operator()(Number number) const { return (*this)(std::span<const NextHop>((*sets)[number])); }
  };
  struct Equal {
    using is_transparent = void;
    const NextHopSets* sets;
    bool operator()(Number a, Number b) const { return a == b; }
    bool operator()(std::span<const NextHop> hops, Number number) const;
    bool operator()(Number number, std::span<const NextHop> hops) const { return (*this)(hops, number); }
  };

  Number take_number();

  KeyedHash hash_{HashKey::random()};  ///< who registers routes chooses Faces and costs
  std::uint32_t lists_max_;
  MappedMemory memory_;
  Slot* lists_;
  std::vector<std::uint32_t> prefixes_;  ///< that have the list, by number
  std::vector<Number> free_;
  std::unordered_set<Number, Hash, Equal> known_;
  Number latest_ = none;  ///< acquired last: routes come in runs with the same next hops
};

}  // namespace augustus::table
