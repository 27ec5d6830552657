// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/dispatch_strategy.hh"

#include "forward/record_life.hh"
#include "forward/strategies/strategy_set.hh"

namespace augustus::forward {
namespace {

void ask_other_stores(StageContext& context, Item& item) {
  item.record->awaiting_stores = true;
  context.egress.transfer(
      {.packet = item.packet,
       .kind = TransferKind::cs_query,
       .from = static_cast<std::uint16_t>(context.partition),
       .to = static_cast<std::uint16_t>((context.partition + 1) % context.shared.partition_count),
       .face = item.ingress.id,
       .nonce = item.view->nonce});
  item.packet = nullptr;
}

/// Takes the Interest's in-record back; the record ends when nobody else can be waiting for an answer.
void end_if_idle(StageContext& context, table::PitRecord& record) {
  if (!context.table.has_in(record) || !has_pending_out(context.table, record, context.now)) {
    finish_record(context, record);
  }
}

/// Scope control does not apply: a privileged program named the next hop.
void send_to_named_next_hop(StageContext& context, Item& item, PendingInterest& interest) {
  const auto face = item.arrival().next_hop_face;
  if (context.shared.faces.find(face).id != face_id_none) {
    interest.send(face);
    return;
  }
  context.count_drop(Drop::no_next_hop_face);
  context.table.erase_in(*item.record, item.ingress.id);
  end_if_idle(context, *item.record);
}

void dispatch(StageContext& context, Item& item) {
  FanOut fan_out(context.egress, item.packet);
  PendingInterest interest(context, item, fan_out);
  item.record->strategy = context.shared.strategies_of(*item.view).find_longest(*item.view, item.bytes());
  context.note(TraceStep::strategy, 0, item.record->strategy);
  if (item.arrival().next_hop_face != face_id_none) {
    send_to_named_next_hop(context, item, interest);
    return;
  }
  context.strategies[item.record->strategy].after_receive_interest(interest);
  if (interest.rejected()) {
    end_if_idle(context, *item.record);
  }
}

}  // namespace

void await_other_stores(StageContext& context, const Burst& in, Burst& ready) {
  for (Item& item : in) {
    if (item.ask_other_stores) {
      ask_other_stores(context, item);
    } else if (item.record->awaiting_stores && !item.retransmission) {
      context.release(item);
    } else {
      item.record->awaiting_stores = false;
      ready.push(item);
    }
  }
}

void dispatch_strategy(StageContext& context, const Burst& burst) {
  for (Item& item : burst) {
    dispatch(context, item);
    item.packet = nullptr;
  }
}

}  // namespace augustus::forward
