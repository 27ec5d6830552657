// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/groups.hh"

#include "forward/stages/await_ssd.hh"
#include "forward/stages/dispatch_strategy.hh"
#include "forward/stages/insert_pit.hh"
#include "forward/stages/lookup_cs.hh"
#include "forward/stages/lookup_fib.hh"
#include "forward/stages/prefetch.hh"
#include "forward/stages/refuse_loop.hh"

namespace augustus::forward {

void cs_lookup(StageContext& context, const Burst& unasked, Burst& hits, Burst& misses) {
  lookup_cs(context, unasked, hits, misses);
  if (context.store.has_ssd() && prefetch_next_batches(context, hits)) {
    find_entries(context, misses);
  }
  answer_from_cs(context, hits);
}

void pit_insert(StageContext& context, const Burst& misses, const Burst& pending, Burst& ready) {
  Burst inserted, recorded, waiting, loops;
  // A Face's part of the PIT is by route.
  lookup_fib(context, misses);
  insert_pit(context, misses, inserted);
  recorded.merge(pending, inserted);
  insert_in_record(context, recorded, waiting, loops);
  refuse_loop(context, loops);
  if (context.store.has_ssd()) {
    Burst left;
    await_ssd(context, waiting, left);
    waiting = left;
  }
  await_other_stores(context, waiting, ready);
}

void decide(StageContext& context, const Burst& ready) {
  lookup_fib(context, ready);
  dispatch_strategy(context, ready);
}

}  // namespace augustus::forward
