// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/pool_shares.hh"
#include "table/name_table_sizes.hh"

namespace augustus::table {

/// Who holds how much of a name table's pools.
struct TableShares {
  /// `name_units`: of the storage for long names, those that names of pending Interests may take.
  TableShares(const NameTableSizes& sizes, std::uint32_t name_units);

  PoolShares pit;          ///< PIT records; whose part it is, the caller says
  PoolShares digests;      ///< implicit digests of PIT records, by Face
  PoolShares in_records;   ///< those beyond a PIT record's own, by Face
  PoolShares out_records;  ///< likewise, by the Face whose Interest was sent
  PoolShares names;        ///< storage of names too long for their entry, by Face

  /// One of them has less than its headroom left.
  bool any_short() const {
    return (pit.short_by() | digests.short_by() | in_records.short_by() | out_records.short_by() |
            names.short_by()) != 0;
  }
};

}  // namespace augustus::table
