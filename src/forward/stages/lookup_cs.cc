// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/lookup_cs.hh"

#include "forward/pit_key.hh"
#include "forward/rules/outgoing_of.hh"

namespace augustus::forward {

rte_mbuf* find_in_cs(StageContext& context, const Item& interest) {
  const store::Wanted wanted{.must_be_fresh = interest.view->must_be_fresh, .digest = digest_of(interest)};
  if (interest.entry != table::entry_none && context.table.cs_handle(interest.entry).valid()) {
    rte_mbuf* found = context.store.lookup(interest.entry, wanted, context.now);
    if (found != nullptr) {
      return found;
    }
  }
  if (!matches_below(*interest.view)) {
    return nullptr;
  }
  return context.store.lookup_prefix(*interest.view, interest.bytes(), interest.view->component_count, wanted,
                                     context.now);
}

void lookup_cs(StageContext& context, const Burst& in, Burst& hits, Burst& misses) {
  for (Item& item : in) {
    item.answer = find_in_cs(context, item);
    if (item.answer != nullptr) {
      context.counters.cs_hits.add();
      context.note(TraceStep::cs_hit);
      hits.push(item);
      continue;
    }
    item.ask_other_stores = context.shared.partition_count > 1 && matches_below(*item.view);
    if (!item.ask_other_stores && !context.store.has_ssd()) {
      context.counters.cs_misses.add();
      context.note(TraceStep::cs_miss);
    }
    misses.push(item);
  }
}

void answer_from_cs(StageContext& context, const Burst& hits) {
  for (Item& item : hits) {
    Outgoing data;
    data.packet = item.answer;
    outgoing_stored(data, item);
    context.counters.out_data.add();
    context.egress.send(data);
    item.answer = nullptr;
    context.release(item);
  }
}

}  // namespace augustus::forward
