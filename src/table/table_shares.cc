// SPDX-License-Identifier: Apache-2.0
#include "table/table_shares.hh"

namespace augustus::table {

TableShares::TableShares(const NameTableSizes& sizes, std::uint32_t name_units)
    : pit(PoolShares::Rule::for_table(sizes.pit_records_max), sizes.share_secret),
      digests(PoolShares::Rule::for_table(sizes.digests_max), sizes.share_secret),
      in_records(PoolShares::Rule::for_table(sizes.extra_records_max), sizes.share_secret),
      out_records(PoolShares::Rule::for_table(sizes.extra_records_max), sizes.share_secret),
      names(PoolShares::Rule::for_table(name_units), sizes.share_secret) {}

}  // namespace augustus::table
