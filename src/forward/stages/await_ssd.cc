// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/await_ssd.hh"

#include <algorithm>
#include <array>
#include <span>

#include "base/prefetch.hh"
#include "forward/partition_of.hh"
#include "forward/read_again.hh"
#include "forward/stages/dispatch_strategy.hh"
#include "forward/stages/groups.hh"
#include "forward/stages/lookup_cs.hh"
#include "forward/stages/satisfy.hh"
#include "forward/stages/ssd_places.hh"
#include "wire/dispatch_hash.hh"

namespace augustus::forward {
namespace {

/// Interests whose wait is over.
constexpr unsigned resumed_together = 16;

bool was_sent(StageContext& context, table::PitRecord& record) {
  bool sent = false;
  context.table.for_each_out(record, [&](const table::OutRecord&) {
    sent = true;
    return false;
  });
  return sent;
}

/// Whether the Interest is the first of its record, as far as answers go.
bool is_first(StageContext& context, const Item& item) {
  return !item.retransmission && !item.record->awaiting_stores && !was_sent(context, *item.record);
}

store::StoredName name_of(const Item& item) {
  return {item.key().bytes, *item.view};
}

void prefetch_next_batch(StageContext& context, const Item& item) {
  const std::uint32_t home =
      partition_of(wire::dispatch_hash_of_next_batch(item.bytes(), *item.view, context.shared.batch),
                   context.shared.partition_count);
  if (home == context.partition) {
    context.store.prefetch_next_batch(context.table.may_release(), name_of(item));
    return;
  }
  rte_pktmbuf_refcnt_update(item.packet, 1);
  context.egress.transfer({.packet = item.packet,
                           .kind = TransferKind::prefetch_batch,
                           .from = static_cast<std::uint16_t>(context.partition),
                           .to = static_cast<std::uint16_t>(home)});
}

void answer(StageContext& context, rte_mbuf* data, wire::PacketFormat format, table::PitRecord& record) {
  arrival_of(data) = Arrival{.face = face_id_content_store, .format = format, .own_header = false};
  wire::PacketView view;
  Item item;
  if (!read_again(context, data, view, item)) {
    rte_pktmbuf_free(data);
    return;
  }
  context.counters.cs_hits.add();
  satisfy_from_other_store(context, item, record);
}

/// The SSD's batch for the Interest, or for what may be below its name.
store::Fetch fetch(StageContext& context, const Item& item, const store::BatchPlace& place) {
  const auto exact = context.store.fetch(context.table.may_release(), place, item.packet);
  return exact != store::Fetch::absent || !matches_below(*item.view)
             ? exact
             : context.store.fetch_below(context.table.may_release(), item.key().bytes, item.packet);
}

/// Another partition asked for what is below a prefix: answers it, or passes the question on.
void resume_query(StageContext& context, Item& item, std::uint32_t home) {
  item.entry = context.table.find(item.key());
  Transfer transfer{
      .packet = item.packet,
      .kind = TransferKind::cs_query,
      .from = static_cast<std::uint16_t>(home),
      .to = static_cast<std::uint16_t>((context.partition + 1) % context.shared.partition_count),
      .face = item.arrival().face,
      .nonce = item.view->nonce};
  if (rte_mbuf* data = find_in_cs(context, item); data != nullptr) {
    context.store.count_ssd_hit();
    transfer.kind = TransferKind::cs_answer;
    transfer.interest = transfer.packet;
    transfer.packet = data;
    transfer.to = transfer.from;
  } else if (transfer.to == transfer.from) {
    transfer.kind = TransferKind::cs_miss;
  }
  context.egress.transfer(transfer);
}

/// What the SSD did not have after all: other partitions may, or whoever is upstream.
void go_on(StageContext& context, Item& item) {
  item.record->awaiting_stores = false;
  item.ask_other_stores = context.shared.partition_count > 1 && matches_below(*item.view);
  Burst one, ready;
  one.push(item);
  await_other_stores(context, one, ready);
  if (!ready.empty()) {
    context.counters.cs_misses.add();
    decide(context, ready);
  }
}

void resume(StageContext& context, Item& item) {
  const wire::PacketView& view = *item.view;
  const std::uint32_t count = context.shared.partition_count;
  const std::uint32_t home =
      count == 1 ? 0 : partition_of(wire::dispatch_hash(item.bytes(), view, context.shared.batch), count);
  if (home != context.partition) {
    resume_query(context, item, home);
    return;
  }
  item.record = find_asking(context, item);
  if (item.record == nullptr) {
    context.release(item);
    return;
  }
  if (rte_mbuf* data = find_in_cs(context, item); data != nullptr) {
    context.store.count_ssd_hit();
    answer(context, data, view.format, *item.record);
    context.release(item);
    return;
  }
  const auto* in = context.table.find_in(*item.record, item.ingress.id);
  // Renewed since: the retransmission went its own way.
  if (in == nullptr || in->nonce != item.view->nonce || !item.record->awaiting_stores) {
    context.release(item);
    return;
  }
  go_on(context, item);
}

/// Resumes these; what they touch is asked for before, for all of them.
void resume(StageContext& context, std::span<rte_mbuf*> packets) {
  std::array<wire::PacketView, resumed_together> views;
  std::array<Item, resumed_together> items;
  std::size_t count = 0;
  for (rte_mbuf* packet : packets) {
    if (!read_again(context, packet, views[count], items[count])) {
      rte_pktmbuf_free(packet);
      continue;
    }
    context.table.prefetch_bucket(views[count++].name_hash);
  }
  for (std::size_t i = 0; i < count; ++i) {
    context.table.prefetch_entry(views[i].name_hash, views[i].key_length());
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto entry = context.table.find(items[i].key()); entry != table::entry_none) {
      context.table.prefetch_pit(entry);
      context.store.prefetch(entry);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    resume(context, items[i]);
  }
}

}  // namespace

void await_ssd(StageContext& context, const Burst& in, Burst& ready) {
  SsdPlaces places(context, in);
  for (Item& item : in) {
    const store::BatchPlace& place = *places.next();
    if (!is_first(context, item)) {
      ready.push(item);
      continue;
    }
    if (context.store.wants_next_batch(place)) {
      prefetch_next_batch(context, item);
    }
    if (fetch(context, item, place) == store::Fetch::waiting) {
      item.record->awaiting_stores = true;
      item.packet = nullptr;
      context.note(TraceStep::waiting);
      continue;
    }
    if (!item.ask_other_stores) {
      context.counters.cs_misses.add();
      context.note(TraceStep::cs_miss);
    }
    ready.push(item);
  }
}

bool resume_from_ssd(StageContext& context) {
  std::array<rte_mbuf*, burst_packets_max> interests;
  unsigned count = 0;
  bool any = false;
  do {
    count = context.store.poll_ssd(interests, context.now);
    for (unsigned i = 0; i < count; ++i) {
      prefetch(interests[i]);
      prefetch(rte_mbuf_to_priv(interests[i]));
    }
    for (unsigned i = 0; i < count; ++i) {
      prefetch(rte_pktmbuf_mtod(interests[i], const void*));
    }
    for (unsigned i = 0; i < count; i += resumed_together) {
      resume(context, std::span(interests).subspan(i, std::min(count - i, resumed_together)));
    }
    any = any || count != 0;
  } while (count == interests.size());
  return any;
}

bool prefetch_next_batches(StageContext& context, const Burst& burst) {
  bool any = false;
  for (const Item& item : burst) {
    if (context.store.wants_next_batch(name_of(item))) {
      prefetch_next_batch(context, item);
      any = true;
    }
  }
  return any;
}

}  // namespace augustus::forward
