// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/checked_build.hh"
#include "table/name_key.hh"

namespace augustus::table {

/// What a lookup found: the entry of a name, which whoever has this does not hold. It is good until the entry is
/// released, and nobody can tell whether that happened once something was called that takes MayRelease. Who holds an
/// entry by a PIT record of its own, or has just made it, keeps an EntryIndex instead. An index and no more, but in a
/// checked build, which stops whoever uses one that may have been let go.
class FoundEntry {
 public:
  FoundEntry() = default;

  /// entry_none: there was none.
  operator EntryIndex() const {
#ifdef AUGUSTUS_CHECKED
    if (index_ != entry_none) {
      check();
    }
#endif
    return index_;
  }

 private:
  friend class NameTable;

#ifdef AUGUSTUS_CHECKED
  /// Counts of what the table let go of: one for each entry, one for all.
  FoundEntry(EntryIndex index, const std::uint32_t* releases, const std::uint32_t* may_releases)
      : index_(index),
        releases_(releases),
        may_releases_(may_releases),
        releases_then_(index == entry_none ? 0 : *releases),
        may_releases_then_(*may_releases) {}
  void check() const;
#else
  explicit FoundEntry(EntryIndex index) : index_(index) {}
#endif

  EntryIndex index_ = entry_none;
#ifdef AUGUSTUS_CHECKED
  const std::uint32_t* releases_ = nullptr;
  const std::uint32_t* may_releases_ = nullptr;
  std::uint32_t releases_then_ = 0;
  std::uint32_t may_releases_then_ = 0;
#endif
};

}  // namespace augustus::table
