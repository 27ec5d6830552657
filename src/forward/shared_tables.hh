// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/keyed_hash.hh"
#include "forward/face_attributes.hh"
#include "table/fib.hh"
#include "table/pending_prefix_filter.hh"
#include "table/strategy_choice.hh"
#include "wire/name.hh"

namespace augustus::forward {

/// Router-wide state that every partition reads.
struct SharedTables {
  const FaceAttributeTable& faces;
  const table::Fib& fib;
  const table::StrategyChoice& strategies;
  table::PendingPrefixFilter& pending_prefixes;
  const std::vector<wire::Name>& network_regions;
  KeyedHash hash;
  std::uint32_t partition_count;
  std::uint32_t batch;  ///< segments a batch, for the dispatch hash
  bool localhop_to_non_local = false;
};

}  // namespace augustus::forward
