// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/pit_part.hh"
#include "forward/stage_context.hh"

namespace augustus::forward {

namespace detail {

/// Why there was no record: the Interest is dropped and counted.
void refuse_pit_part(StageContext& context, Item& interest);
void refuse_entry(StageContext& context, Item& interest);
/// A record that more than the name and MustBeFresh tells from others, or of a name that has as many as one may have;
/// nullptr: dropped and counted. The entry is freed then if nothing else is in it.
table::PitRecord* open_unusual_record(StageContext& context, Item& interest, table::EntryIndex entry,
                                      PoolShares::Holder share);

}  // namespace detail

/// A new PIT record for an Interest that has none, in its Face's part of the PIT along its route (base/pool_shares.hh,
/// forward/pit_part.hh); nullptr when there is no room: dropped and counted. The name's entry is made if need be.
[[gnu::always_inline]] inline table::PitRecord* open_record(StageContext& context, Item& interest) {
  auto& table = context.table;
  const PoolShares& pit = table.shares().pit;
  const auto taker = taker_of(interest);
  const auto share = pit_part_of(pit, taker.face, interest.route.prefix_hash);
  if (!pit.may_take(share, taker.is_local)) [[unlikely]] {
    detail::refuse_pit_part(context, interest);
    return nullptr;
  }
  const table::EntryIndex found = interest.entry;
  const auto entry = found != table::entry_none ? found : table.insert(interest.key(), taker);
  if (entry == table::entry_none) [[unlikely]] {
    detail::refuse_entry(context, interest);
    return nullptr;
  }
  const auto& view = *interest.view;
  if (!(view.can_be_prefix | view.has_forwarding_hint | view.has_implicit_digest)) [[likely]] {
    if (auto* const record = table.insert_pit(entry, view.must_be_fresh, share); record != nullptr) [[likely]] {
      return record;
    }
  }
  return detail::open_unusual_record(context, interest, entry, share);
}

}  // namespace augustus::forward
