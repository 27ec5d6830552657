// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <variant>

#include "table/name_buckets.hh"
#include "table/name_chains.hh"
#include "table/name_sub_tables.hh"
#include "table/pit_structure.hh"

namespace augustus::table {

/// 64-bit hash to entry indices, in the structure chosen at the start. Operations are NameBuckets'; that one
/// costs a comparison more, which is always true, the others a call besides.
class HashIndex {
  /// In the order of PitStructure.
  using Index = std::variant<NameBuckets, NameChains, NameSubTables<false>, NameSubTables<true>>;

  static Index make(PitStructure structure, std::uint32_t entries_max);

  template <typename AnIndex, typename Use>
  static decltype(auto) use(AnIndex& index, Use&& what) {
    if (index.index() == 0) [[likely]] {
      return what(*std::get_if<0>(&index));
    }
    return use_other(index, what);
  }
  /// Apart, so that what is usual stays small.
  template <typename AnIndex, typename Use>
  [[gnu::noinline]] static decltype(auto) use_other(AnIndex& index, Use& what) {
    if (auto* const chains = std::get_if<1>(&index)) {
      return what(*chains);
    }
    if (auto* const sequential = std::get_if<2>(&index)) {
      return what(*sequential);
    }
    return what(*std::get_if<3>(&index));
  }

 public:
  HashIndex(PitStructure structure, std::uint32_t entries_max);

  void prefetch(std::uint64_t hash) const {
    use(index_, [hash](const auto& index) { index.prefetch(hash); });
  }
  void touch(std::uint64_t hash) const {
    if (const auto* const buckets = std::get_if<NameBuckets>(&index_)) [[likely]] {
      buckets->touch(hash);
    } else {
      prefetch(hash);
    }
  }
  void prefetch_alternate(std::uint64_t hash) const {
    use(index_, [hash](const auto& index) { index.prefetch_alternate(hash); });
  }
  EntryIndex first_candidate(std::uint64_t hash) const {
    return use(index_, [hash](const auto& index) { return index.first_candidate(hash); });
  }
  template <typename Same>
  EntryIndex find(std::uint64_t hash, Same&& same) const {
    return use(index_, [hash, &same](const auto& index) { return index.find(hash, same); });
  }
  bool insert(std::uint64_t hash, EntryIndex entry) {
    return use(index_, [hash, entry](auto& index) { return index.insert(hash, entry); });
  }
  bool erase(std::uint64_t hash, EntryIndex entry) {
    return use(index_, [hash, entry](auto& index) { return index.erase(hash, entry); });
  }
  /// Entries in it. Walks through all of it.
  std::uint32_t count() const {
    return use(index_, [](const auto& index) { return index.count(); });
  }
  PageKind pages() const {
    return use(index_, [](const auto& index) { return index.pages(); });
  }
  PitStructure structure() const { return static_cast<PitStructure>(index_.index()); }

 private:
  Index index_;
};

}  // namespace augustus::table
