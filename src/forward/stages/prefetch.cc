// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/prefetch.hh"

namespace augustus::forward {

namespace {

void prefetch_of_entry(const StageContext& context, const Item& item) {
  if (item.entry == table::entry_none) {
    return;
  }
  context.table.prefetch_pit(item.entry);
  if (context.table.cs_handle(item.entry).valid()) {
    context.store.prefetch(item.entry);
  }
}

}  // namespace

void prefetch_buckets(const StageContext& context, const Burst& burst) {
  for (const Item& item : burst) {
    context.table.touch_bucket(item.view->name_hash);
  }
}

void prefetch_dead_nonces(const StageContext& context, const Burst& interests) {
  if (context.dead_nonces.idle()) {
    return;
  }
  for (const Item& item : interests) {
    if (item.view->has_nonce) {
      context.dead_nonces.prefetch(item.view->name_hash, item.view->nonce);
    }
  }
}

void prefetch_entries(const StageContext& context, const Burst& burst) {
  for (Item& item : burst) {
    item.candidate = context.table.prefetch_entry(item.view->name_hash, item.view->key_length());
  }
}

void prefetch_routes(const StageContext& context, const Burst& interests) {
  // Other structures' candidates are not chosen by a tag.
  const bool tagged = context.table.structure() == table::PitStructure::name_table;
  for (Item& item : interests) {
    if (!tagged || item.candidate >= table::entry_elsewhere) {
      item.probe = context.shared.fib_of(*item.view).prefetch(*item.view);
    }
  }
}

void prefetch_route_names(const StageContext& context, const Burst& interests) {
  for (Item& item : interests) {
    if (item.probe.begun) {
      context.shared.fib_of(*item.view).prefetch_name(*item.view, item.probe);
    }
  }
}

void find_entries(const StageContext& context, const Burst& burst) {
  for (Item& item : burst) {
    item.entry = context.table.find(item.key());
    prefetch_of_entry(context, item);
  }
}

void find_candidates(const StageContext& context, const Burst& burst) {
  for (Item& item : burst) {
    if (item.candidate != table::entry_none) {
      item.entry = context.table.find(item.key(), item.candidate);
      prefetch_of_entry(context, item);
    }
  }
}

}  // namespace augustus::forward
