// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "store/content_store.hh"

namespace augustus::store {

/// Looks at a whole content store, between bursts: every Data is in the order of replacement, its name points to it and
/// it to its name, its frame counts it, and the counts add up.
class ContentStoreCheck {
 public:
  /// The entries of all Data in memory. Throws BrokenInvariant.
  static std::vector<table::EntryIndex> run(const ContentStore& store);
};

}  // namespace augustus::store
