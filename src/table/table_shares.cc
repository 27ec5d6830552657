// SPDX-License-Identifier: Apache-2.0
#include "table/table_shares.hh"

#include <algorithm>

namespace augustus::table {
namespace {

/// Both are a 64th of the pool; headroom for a whole burst, if that is no more than a 16th. A pool that is too small
/// for either is shared by the first rule alone.
PoolShares::Rule rule_of(std::uint32_t capacity) {
  constexpr std::uint32_t burst = 64, part = 64, large_part = 16, least = 256;
  if (capacity < least) {
    return {.capacity = capacity};
  }
  return {.capacity = capacity,
          .reserve = capacity / part,
          .headroom = std::max(capacity / part, std::min(capacity / large_part, burst))};
}

}  // namespace

TableShares::TableShares(const NameTableSizes& sizes, std::uint32_t name_units)
    : pit(rule_of(sizes.pit_records_max), sizes.share_secret),
      digests(rule_of(sizes.digests_max), sizes.share_secret),
      in_records(rule_of(sizes.extra_records_max), sizes.share_secret),
      out_records(rule_of(sizes.extra_records_max), sizes.share_secret),
      names(rule_of(name_units), sizes.share_secret) {}

}  // namespace augustus::table
