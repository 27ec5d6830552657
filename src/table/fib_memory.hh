// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/prefix_table_sizes.hh"

namespace augustus::table {

/// What a FIB takes, in bytes.
struct FibMemory {
  PrefixTableMemory table;
  std::size_t next_hops = 0;
  std::uint32_t prefixes = 0;

  std::size_t index() const { return table.index() + next_hops; }  ///< all but the names
  std::size_t total() const { return index() + table.names; }
};

}  // namespace augustus::table
