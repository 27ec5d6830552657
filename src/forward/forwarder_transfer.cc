// SPDX-License-Identifier: Apache-2.0
#include "forward/forwarder_state.hh"
#include "forward/named_trace.hh"
#include "forward/read_again.hh"
#include "forward/stages/groups.hh"
#include "forward/stages/lookup_cs.hh"
#include "forward/stages/match_data.hh"
#include "forward/stages/satisfy.hh"

namespace augustus::forward {
namespace {

void take_data_for_prefix(StageContext& context, const Transfer& transfer, Item& item) {
  rte_pktmbuf_refcnt_update(transfer.packet, 1);
  const bool wanted = satisfy_prefix(context, item, transfer.components);
  if (transfer.solicited) {
    rte_pktmbuf_free(transfer.packet);
  } else if (wanted) {
    context.egress.transfer({.packet = transfer.packet,
                             .kind = TransferKind::data_solicited,
                             .from = transfer.to,
                             .to = transfer.from,
                             .face = transfer.face});
  } else {
    rte_pktmbuf_free(transfer.packet);
    context.count_drop(Drop::unsolicited_data);
  }
}

void take_data_solicited(StageContext& context, Item& item) {
  Burst burst;
  burst.push(item);
  insert_cs(context, burst);
  context.release(item);
}

/// Answers the query from this partition's store, or sends it on around the ring.
void take_cs_query(StageContext& context, Transfer transfer, Item& item) {
  transfer.to = static_cast<std::uint16_t>((context.partition + 1) % context.shared.partition_count);
  item.entry = context.table.find(item.key());
  if (rte_mbuf* data = find_in_cs(context, item); data != nullptr) {
    transfer.kind = TransferKind::cs_answer;
    transfer.interest = transfer.packet;
    transfer.packet = data;
    transfer.to = transfer.from;
  } else if (context.store.has_ssd() &&
             context.store.fetch_below(context.table.may_release(), item.key().bytes, item.packet) == store::Fetch::waiting) {
    return;  // resume_from_ssd goes on with it
  } else if (transfer.to == transfer.from) {
    transfer.kind = TransferKind::cs_miss;
  }
  context.egress.transfer(transfer);
}

void take_cs_answer(StageContext& context, const Transfer& transfer) {
  wire::PacketView interest_view;
  Item interest;
  wire::PacketView data_view;
  Item data;
  // A packet out of the store brings no arrival of its own.
  arrival_of(transfer.packet) = Arrival{.face = face_id_content_store};
  const bool readable = read_again(context, transfer.interest, interest_view, interest) &&
                        read_again(context, transfer.packet, data_view, data);
  interest.record = readable ? find_asking(context, interest) : nullptr;
  if (interest.record == nullptr) {
    rte_pktmbuf_free(transfer.packet);
  } else {
    context.counters.cs_hits.add();
    satisfy_from_other_store(context, data, *interest.record);
  }
  rte_pktmbuf_free(transfer.interest);
}

void take_cs_miss(StageContext& context, Item& item) {
  item.record = find_asking(context, item);
  const auto* in = item.record != nullptr ? context.table.find_in(*item.record, item.ingress.id) : nullptr;
  // Renewed since: the retransmission went its own way.
  if (in == nullptr || in->nonce != item.view->nonce || !item.record->awaiting_stores) {
    context.release(item);
    return;
  }
  item.record->awaiting_stores = false;
  context.counters.cs_misses.add();
  Burst burst;
  burst.push(item);
  decide(context, burst);
}

void take_prefetch(StageContext& context, Item& item) {
  if (context.store.has_ssd()) {
    context.store.prefetch_next_batch(context.table.may_release(), {item.key().bytes, *item.view});
  }
  context.release(item);
}

}  // namespace

void Forwarder::accept(const Transfer& transfer, TimeNs now) {
  if (transfer.kind == TransferKind::packet) {
    take(transfer, now);
    return;
  }
  const NamedTrace traced(*state_, now);
  take(transfer, now);
  state_->check();
}

void Forwarder::take(const Transfer& transfer, TimeNs now) {
  auto context = state_->context(now);
  if (transfer.kind == TransferKind::cs_answer) {
    take_cs_answer(context, transfer);
    state_->flush(context);
    return;
  }
  wire::PacketView view;
  Item item;
  if (!read_again(context, transfer.packet, view, item)) {
    rte_pktmbuf_free(transfer.packet);
    return;
  }
  switch (transfer.kind) {
    case TransferKind::packet: {
      if (item.arrival().is_nack) {
        view.kind = wire::PacketKind::nack;
      }
      rte_mbuf* packet = transfer.packet;
      process({&packet, 1}, {&view, 1}, now);
      break;
    }
    case TransferKind::data_for_prefix:
      take_data_for_prefix(context, transfer, item);
      break;
    case TransferKind::data_solicited:
      take_data_solicited(context, item);
      break;
    case TransferKind::cs_query:
      take_cs_query(context, transfer, item);
      break;
    case TransferKind::prefetch_batch:
      take_prefetch(context, item);
      break;
    case TransferKind::cs_miss:
      take_cs_miss(context, item);
      break;
    case TransferKind::cs_answer:
      break;
  }
  state_->flush(context);
}

}  // namespace augustus::forward
