// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/match_nack.hh"

#include "forward/pit_key.hh"
#include "forward/record_life.hh"
#include "forward/strategies/strategy_set.hh"

namespace augustus::forward {
namespace {

/// The out-record the Nack answers; nullptr: none. Sets the item's record.
table::OutRecord* find_answered(StageContext& context, Item& item) {
  if (item.ingress.id == face_id_none || item.ingress.link_type != LinkType::point_to_point ||
      !item.view->has_nonce) {
    return nullptr;
  }
  item.entry = context.table.find(item.key());
  if (item.entry == table::entry_none) {
    return nullptr;
  }
  item.record = context.table.find_pit(item.entry, selectors_of(item, context.shared.hash));
  if (item.record == nullptr) {
    return nullptr;
  }
  auto* out = context.table.find_out(*item.record, item.ingress.id);
  return out != nullptr && out->nonce == item.view->nonce ? out : nullptr;
}

void handle(StageContext& context, Item& item, table::OutRecord& out) {
  out.has_nack = true;
  out.nacked = item.arrival().nack_reason;
  ReceivedNack nack(context, item);
  context.strategies[item.record->strategy].after_receive_nack(nack);
  if (!has_pending_out(context.table, *item.record, context.now)) {
    finish_record(context, *item.record);
  }
}

}  // namespace

void match_nack(StageContext& context, const Burst& burst) {
  for (Item& item : burst) {
    context.counters.nacks.add();
    auto* out = find_answered(context, item);
    if (out == nullptr) {
      context.drop(item, Drop::nack_unmatched);
      continue;
    }
    handle(context, item, *out);
    context.release(item);
  }
}

}  // namespace augustus::forward
