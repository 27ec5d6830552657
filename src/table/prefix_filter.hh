// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/name_prefixes.hh"

namespace augustus::table {

/// Says in one line which of a name's prefixes may be in a table, so that a lookup does not touch a bucket
/// for each length that many other names have. Lengths form groups; all prefixes of a group that share the
/// group's shortest prefix share a line of counters (a counting Bloom filter in blocks, as Caesar's Prefix
/// Bloom Filter). Lengths of 1 and 2 components have no group: too many names would share a line. A line that
/// is overfull lets everything pass, which costs time and no more. One writer, readers that never wait.
class PrefixFilter {
 public:
  /// 4 to 8 bytes a prefix.
  explicit PrefixFilter(std::uint32_t prefixes_max, int node = any_node);

  /// Asks for the lines that narrow() will read.
  void prefetch(const NamePrefixes& prefixes, std::uint64_t candidates) const {
    for (const Group& group : groups) {
      if (several(candidates & group.lengths)) {
        augustus::prefetch(line(prefixes.hash[group.shortest]));
      }
    }
  }

  /// Lengths that narrow() decides: those in groups of which several are candidates. One alone is looked up.
  static std::uint64_t narrowed(std::uint64_t candidates) {
    std::uint64_t lengths = 0;
    for (const Group& group : groups) {
      lengths |= several(candidates & group.lengths) ? candidates & group.lengths : 0;
    }
    return lengths;
  }

  /// The candidates (bit i: a prefix of i components) that may be there. `touch(start, bytes)` hears what was
  /// read.
  template <typename Touch>
  std::uint64_t narrow(const NamePrefixes& prefixes, std::uint64_t candidates, Touch&& touch) const {
    for (const Group& group : groups) {
      std::uint64_t left = candidates & group.lengths;
      if (!several(left)) {
        continue;
      }
      const std::uint8_t* const counters = line(prefixes.hash[group.shortest]);
      touch(counters, line_bytes);
      for (; left != 0; left &= left - 1) {
        const auto components = static_cast<unsigned>(std::countr_zero(left));
        if (!may_contain(counters, prefixes.hash[components])) {
          candidates ^= std::uint64_t{1} << components;
        }
      }
    }
    return candidates;
  }

  // The writer: the name's first `components` components came or went.
  void prefetch_for_change(const NamePrefixes& prefixes, unsigned components) const {
    if (const Group* group = group_of(components); group != nullptr) {
      augustus::prefetch(line(prefixes.hash[group->shortest]));
    }
  }
  void add(const NamePrefixes& prefixes, unsigned components);
  void remove(const NamePrefixes& prefixes, unsigned components);

  std::size_t bytes() const { return memory_.bytes(); }

 private:
  static constexpr std::size_t line_bytes = 64;
  static constexpr unsigned counters_per_line = 2 * line_bytes;  ///< of 4 bits; one at 15 stays there
  static constexpr unsigned counters_per_prefix = 3;

  struct Group {
    unsigned shortest;
    std::uint64_t lengths;
  };
  static constexpr Group groups[] = {{8, (std::uint64_t{1} << 33) - (1u << 8)}, {3, (1u << 8) - (1u << 3)}};

  static bool several(std::uint64_t lengths) { return (lengths & (lengths - 1)) != 0; }
  static const Group* group_of(unsigned components) {
    for (const Group& group : groups) {
      if ((group.lengths >> components & 1) != 0) {
        return &group;
      }
    }
    return nullptr;
  }
  std::uint8_t* line(std::uint64_t hash) const { return start_ + (hash & mask_) * line_bytes; }

  static unsigned counter(std::uint64_t hash, unsigned which) {
    return static_cast<unsigned>(hash >> (64 - 7 * (which + 1))) % counters_per_line;
  }
  static unsigned value(const std::uint8_t* counters, unsigned number) {
    const auto both = std::atomic_ref<std::uint8_t>(const_cast<std::uint8_t&>(counters[number / 2]))
                          .load(std::memory_order_relaxed);
    return both >> 4 * (number % 2) & 15u;
  }
  static bool may_contain(const std::uint8_t* counters, std::uint64_t hash) {
    bool all = true;
    for (unsigned i = 0; i < counters_per_prefix; ++i) {
      all &= value(counters, counter(hash, i)) != 0;
    }
    return all;
  }
  void change(const NamePrefixes& prefixes, unsigned components, int by);

  std::uint64_t mask_;
  MappedMemory memory_;
  std::uint8_t* start_;
};

}  // namespace augustus::table
