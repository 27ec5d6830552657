// SPDX-License-Identifier: Apache-2.0
#include "forward/rules/open_record.hh"

#include "forward/name_room.hh"
#include "forward/pit_key.hh"
#include "forward/record_life.hh"

namespace augustus::forward::detail {

void refuse_pit_part(StageContext& context, Item& interest) {
  PoolShares& pit = context.table.shares().pit;
  pit.count_refusal();
  context.drop(interest, pit.free() == 0 ? Drop::pit_full : Drop::pit_share);
}

void refuse_entry(StageContext& context, Item& interest) {
  auto& table = context.table;
  const bool has_long_name = interest.view->key_length() > table::NameEntry::inline_bytes;
  if (!has_long_name || table.size() == table.capacity()) {
    context.drop(interest, Drop::name_table_full);
    return;
  }
  table.shares().names.count_refusal();
  context.drop(interest, Drop::name_storage);
}

table::PitRecord* open_unusual_record(StageContext& context, Item& interest, table::EntryIndex entry,
                                      PoolShares::Holder share) {
  auto& table = context.table;
  if (table.pit_count(entry) == table::pit_records_per_name_max &&
      !make_room_of_name(context, entry, interest)) {
    context.drop(interest, Drop::name_share);
    return nullptr;
  }
  auto* record = table.insert_pit(entry, selectors_of(interest, context.shared.hash), share, taker_of(interest));
  if (record == nullptr) {
    table.release_if_unused(entry);
    context.drop(interest, Drop::digest_share);
    return nullptr;
  }
  add_pending_prefix(context, *record, interest.view->key_components());
  return record;
}

}  // namespace augustus::forward::detail
