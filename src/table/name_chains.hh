// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/name_key.hh"

namespace augustus::table {

/// In the place of NameBuckets: a hash table with linear chaining (LHT, the PIT study's section III-C). As
/// many heads as entries, each of 4 bytes, and a link of 8 (hash and next) for each entry, beside it: entries
/// are the name table's, which has no room for them. Touches the head, the link of each entry of the chain up
/// to the one meant, and that entry.
class NameChains {
 public:
  /// More entries than this in one chain come of names made for it: refused, so that no walk is long.
  static constexpr unsigned chain_max = 64;

  explicit NameChains(std::uint32_t entries_max);

  void prefetch(std::uint64_t hash) const { augustus::prefetch(&heads_[chain_of(hash)]); }
  /// Nothing: there is none.
  void prefetch_alternate(std::uint64_t /*hash*/) const {}

  /// The chain's first entry, whatever its hash, or entry_none; asks for its link.
  EntryIndex first_candidate(std::uint64_t hash) const;

  /// As NameBuckets.
  template <typename Same>
  EntryIndex find(std::uint64_t hash, Same&& same) const {
    for (std::uint32_t at = heads_[chain_of(hash)]; at != end; at = links_[at - 1].next) {
      if (links_[at - 1].hash == short_hash(hash) && same(at - 1)) {
        return at - 1;
      }
    }
    return entry_none;
  }
  /// False when the chain has chain_max entries.
  bool insert(std::uint64_t hash, EntryIndex entry);
  bool erase(std::uint64_t hash, EntryIndex entry);
  /// Entries in all chains. Walks through them.
  std::uint32_t count() const;
  PageKind pages() const { return heads_memory_.pages(); }

 private:
  struct Link {
    std::uint32_t hash;
    std::uint32_t next;
  };
  static constexpr std::uint32_t end = 0;  ///< indices are an entry's and one: zeroed memory is empty

  static std::uint32_t short_hash(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
  std::uint32_t chain_of(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(((hash >> 32) * chains_) >> 32);
  }

  std::uint32_t chains_;
  MappedMemory heads_memory_, links_memory_;
  std::uint32_t* heads_;
  Link* links_;
};

}  // namespace augustus::table
