// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/pool_shares.hh"

namespace augustus {

/// What the router tells of one pool: the parts that partitions and threads have of it, added up.
struct NamedPool {
  std::string name;
  std::string drop_reason;  ///< of the packets (or requests) that it turned away
  PoolFigures figures;      ///< `largest`: the largest holder of each part, added up
};

/// The pools that strangers can draw from, for `augustus status`, metrics and the live page. Who owns such a pool
/// adds it by one line: `pools.add("connections", "connections_full", shares.figures())`.
class PoolList {
 public:
  /// Adds a pool, or a part of one that was added under this name before.
  void add(std::string_view name, std::string_view drop_reason, const PoolFigures& part) {
    auto at = std::ranges::find(pools_, name, &NamedPool::name);
    if (at == pools_.end()) {
      at = pools_.insert(at, NamedPool{std::string(name), std::string(drop_reason), {}});
    }
    PoolFigures& sum = at->figures;
    sum.capacity += part.capacity;
    sum.in_use += part.in_use;
    sum.largest += part.largest;
    sum.refused += part.refused;
  }

  auto begin() const { return pools_.begin(); }
  auto end() const { return pools_.end(); }

 private:
  std::vector<NamedPool> pools_;  ///< as they were added first
};

}  // namespace augustus
