// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/keyed_hash.hh"
#include "base/quiescence.hh"
#include "table/fib_memory.hh"
#include "table/next_hop.hh"
#include "table/next_hop_sets.hh"
#include "table/prefix_table.hh"
#include "table/retired_batch.hh"
#include "wire/name.hh"
#include "wire/packet_view.hh"

namespace augustus::table {

enum class FibOutcome : std::uint8_t { ok, full, too_deep, too_many_next_hops };

/// One name of a run that is looked up at once.
struct FibLookup {
  const wire::PacketView* view;
  const std::uint8_t* packet;
  FibMatch* match;  ///< where the answer goes
};

/// What the first steps of a lookup found out for the next ones, within one quiescent period.
struct FibProbe {
  std::uint64_t candidates = 0;  ///< bit i: a prefix of i components may be there
  std::uint64_t word = 0;        ///< of the table's bucket; 0: not read yet
  bool begun = false;            ///< false: nothing was found out, the rest says nothing

  /// Components of the longest candidate; there is one.
  unsigned longest() const { return static_cast<unsigned>(std::bit_width(candidates) - 1); }
};

/// Forwarding Information Base: name prefix to next hops, longest prefix first. One writer (the management
/// thread), any number of readers that never wait; what is replaced is freed after a quiescent state.
/// docs/fib.md says how it is laid out and why.
class Fib {
 public:
  Fib(const PrefixTableSizes& sizes, const HashKey& key, Quiescence& quiescence);
  Fib(std::uint32_t prefixes_max, const HashKey& key, Quiescence& quiescence)
      : Fib(PrefixTableSizes{.prefixes_max = prefixes_max}, key, quiescence) {}

  // Readers
  /// Asks for what find_longest() reads first: a line for each prefix that may be there, or a line that
  /// tells.
  FibProbe prefetch(const wire::PacketView& view) const {
    const NamePrefixes prefixes = prefixes_of(view);
    const std::uint64_t candidates = table_.candidates(prefixes);
    table_.prefetch(prefixes, candidates);
    return {.candidates = candidates, .begun = true};
  }
  /// Once that has come: asks for the name that find_longest() will compare first, or the bucket to find it
  /// in.
  void prefetch_name(const wire::PacketView& view, FibProbe& probe) const {
    const NamePrefixes prefixes = prefixes_of(view);
    if (const std::uint64_t narrowed = PrefixFilter::narrowed(probe.candidates); narrowed != 0) [[unlikely]] {
      probe.candidates = table_.narrow(prefixes, probe.candidates);
      table_.prefetch_buckets(prefixes, probe.candidates & narrowed);
    } else {
      probe.word = table_.prefetch_name(prefixes, probe.candidates);
    }
  }
  /// The longest prefix of the view's name that has next hops. Names are compared in full.
  FibMatch find_longest(const wire::PacketView& view, const std::uint8_t* packet) const {
    return find(prefixes_of(view, packet));
  }
  /// The same for a name that both prefetch steps, or neither, were taken for.
  FibMatch find_longest(const wire::PacketView& view, const std::uint8_t* packet,
                        const FibProbe& probe) const {
    if (!probe.begun) [[unlikely]] {
      return find_longest(view, packet);
    }
    const NamePrefixes prefixes = prefixes_of(view, packet);
    return match_of(table_.find_longest_from(probe.word, prefixes, probe.candidates), prefixes);
  }
  /// The same for a name outside the packet (a ForwardingHint delegation), given as Name TLV value.
  FibMatch find_longest(std::span<const std::uint8_t> name_value) const;
  /// The same for up to `run_max` names at once, which wait for memory together.
  void find_longest(std::span<FibLookup> run) const;
  static constexpr std::size_t run_max = 64;
  /// Cache lines that a lookup reads beyond the first-level cache: buckets, filters and names. For
  /// benchmarks.
  unsigned lines_read(const wire::PacketView& view, const std::uint8_t* packet) const;

  // The writer
  /// Replaces the prefix's next hops; an empty set removes the prefix. Sorted by cost, then FaceId, and
  /// deduplicated here: a face counts once, with its lowest cost. too_deep: more than 32 components or 64 KB.
  /// full: no room for a prefix or its name, or over a million different sets. Waits for readers when only
  /// what they may still hold is in the way; so no reader calls it.
  FibOutcome set(std::span<const std::uint8_t> prefix_value, std::span<const NextHop> next_hops);
  FibOutcome set(const wire::Name& prefix, const std::vector<NextHop>& next_hops) {
    return set(prefix.value(), next_hops);
  }
  FibOutcome set(const SplitName& prefix, std::span<const NextHop> next_hops);
  /// The prefix's next hops; nullptr: none. Valid until the next change.
  const NextHopList* find_exact(const wire::Name& prefix) const {
    return find_exact(SplitName(hash_, prefix.value()));
  }
  const NextHopList* find_exact(const SplitName& prefix) const;
  std::uint32_t size() const { return table_.size(); }
  std::uint32_t capacity() const { return table_.capacity(); }
  FibMemory memory() const;
  /// In no order.
  void for_each(const std::function<void(const wire::Name&, const NextHopList&)>& visit) const;
  /// The same for a part of it, as PrefixTable::for_each_from().
  std::uint64_t for_each_from(std::uint64_t from, std::uint64_t buckets,
                              const std::function<void(const wire::Name&, const NextHopList&)>& visit) const;

 private:
  FibMatch match_of(PrefixTable::Match match, const NamePrefixes& prefixes) const {
    return match ? FibMatch{&(*sets_)[match.value], prefixes.hash[match.components],
                            static_cast<std::uint16_t>(match.components)}
                 : FibMatch{};
  }
  FibMatch find(const NamePrefixes& prefixes) const {
    return match_of(table_.find_longest(prefixes), prefixes);
  }
  void sort_into_scratch(std::span<const NextHop> next_hops);
  NextHopSets::Number acquire_scratch();
  void release(NextHopSets::Number number);

  KeyedHash hash_;
  PrefixTable table_;
  std::shared_ptr<NextHopSets> sets_;
  RetiredBatch<NextHopSets, NextHopSets::Number> retired_sets_;
  std::vector<NextHop> scratch_;
};

}  // namespace augustus::table
