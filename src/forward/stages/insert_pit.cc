// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/insert_pit.hh"

#include <algorithm>

#include "forward/lifetime.hh"
#include "forward/pit_key.hh"
#include "forward/record_life.hh"

namespace augustus::forward {
namespace {

/// The PIT record of an Interest, made if need be; nullptr when a table is full (dropped and counted).
table::PitRecord* make_record(StageContext& context, Item& item) {
  const auto share = PitShares::share_of(item.ingress.id, item.route.prefix_hash);
  const auto free = context.table.pit_capacity() - context.table.pit_size();
  if (free != 0 && !context.pit_shares.may_grow(share, free)) {
    context.drop(item, Drop::pit_share);
    return nullptr;
  }
  const auto entry = item.entry != table::entry_none ? item.entry : context.table.insert(item.key());
  if (entry == table::entry_none) {
    context.drop(item, Drop::name_table_full);
    return nullptr;
  }
  auto* record = context.table.insert_pit(entry, selectors_of(item, context.shared.hash));
  if (record == nullptr) {
    context.table.release_if_unused(entry);
    context.drop(item, Drop::pit_full);
    return nullptr;
  }
  record->share = share;
  context.pit_shares.add(share);
  item.entry = entry;
  add_pending_prefix(context, *record, item.view->key_components());
  return record;
}

void fill(table::InRecord& in, const Item& item, TimeNs now) {
  const auto& arrival = item.arrival();
  in.nonce = item.view->nonce;
  in.last_renewed = now;
  in.expiry = now + lifetime_of(*item.view);
  in.non_discovery = arrival.non_discovery;
  in.pit_token_length = arrival.pit_token_length;
  in.pit_token = arrival.pit_token;
}

/// The in-record of the item's Face; nullptr when there is no room.
table::InRecord* own_in_record(StageContext& context, Item& item) {
  auto* own = context.table.find_in(*item.record, item.ingress.id);
  if (own != nullptr) {
    item.retransmission = true;
    context.counters.retransmitted.add();
    return own;
  }
  const bool joins_others = context.table.has_in(*item.record);
  own = context.table.insert_in(*item.record, item.ingress.id);
  if (own != nullptr && joins_others) {
    context.counters.aggregated.add();
  }
  return own;
}

}  // namespace

void insert_pit(StageContext& context, const Burst& in, Burst& inserted) {
  for (Item& item : in) {
    if (item.record == nullptr) {
      item.record = make_record(context, item);
    }
    if (item.record != nullptr) {
      inserted.push(item);
    }
  }
}

void insert_in_record(StageContext& context, const Burst& in, Burst& inserted) {
  for (Item& item : in) {
    auto* own = own_in_record(context, item);
    if (own == nullptr) {
      if (!context.table.has_in(*item.record)) {
        erase_record(context, *item.record);
      }
      context.drop(item, Drop::in_records_full);
      continue;
    }
    fill(*own, item, context.now);
    item.record->satisfied = false;
    schedule_by_in_records(context, *item.record);
    inserted.push(item);
  }
}

}  // namespace augustus::forward
