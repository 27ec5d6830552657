// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/insert_pit.hh"

#include <algorithm>

#include "forward/downstreams.hh"
#include "forward/in_record_room.hh"
#include "forward/record_life.hh"
#include "forward/rules/duplicate_nonce.hh"
#include "forward/rules/lifetime.hh"
#include "forward/rules/note_downstream.hh"
#include "forward/rules/open_record.hh"

namespace augustus::forward {
namespace {

/// A new in-record of the item's Face, which has none; nullptr when there is no room.
table::InRecord* new_in_record(StageContext& context, const Item& item, unsigned listed) {
  bool is_crowded = false;
  auto* const made =
      context.table.add_in(*item.record, item.ingress.id, listed, is_local(item.ingress), is_crowded);
  return is_crowded ? replace_in_record(context, item) : made;
}

/// The in-record of the item's Face; nullptr when there is no room.
table::InRecord* own_in_record(StageContext& context, Item& item, const Downstreams& waiting) {
  if (waiting.own != nullptr) {
    item.retransmission = true;
    context.counters.retransmitted.add();
    context.note(TraceStep::pit_retransmitted);
    return waiting.own;
  }
  const bool joins_others = context.table.has_in(*item.record);
  auto* const own = new_in_record(context, item, waiting.listed);
  if (own != nullptr) {
    if (joins_others) {
      context.counters.aggregated.add();
    }
    context.note(joins_others ? TraceStep::pit_joined : TraceStep::pit_new);
  }
  return own;
}

}  // namespace

void insert_pit(StageContext& context, const Burst& in, Burst& inserted) {
  for (Item& item : in) {
    if (item.record == nullptr) {
      item.record = open_record(context, item);
    }
    if (item.record != nullptr) {
      inserted.push(item);
    }
  }
}

void insert_in_record(StageContext& context, const Burst& in, Burst& inserted, Burst& loops) {
  for (Item& item : in) {
    const Downstreams waiting = downstreams_of(context.table, item);
    // Where nobody waits, find_pending() has looked.
    if (context.table.has_in(*item.record) && is_duplicate(context, item, waiting)) {
      context.count_drop(Drop::duplicate_nonce);
      loops.push(item);
      continue;
    }
    auto* const own = own_in_record(context, item, waiting);
    if (own == nullptr) {
      if (!context.table.has_in(*item.record)) {
        erase_record(context, *item.record);
      }
      context.drop(item, Drop::in_records_full);
      continue;
    }
    note_downstream(*own, item, context.now, context.now + lifetime_of(*item.view, context.shared.lifetime_max));
    item.record->satisfied = false;
    // Who made place for the new one counts until the next comes.
    context.table.schedule(*item.record, std::max(own->expiry, waiting.others_expiry), context.now);
    inserted.push(item);
  }
}

}  // namespace augustus::forward
