// SPDX-License-Identifier: Apache-2.0
#include "forward/pipeline.hh"

#include "forward/engine.hh"
#include "forward/name_run.hh"
#include "forward/stages/check_interest.hh"
#include "forward/stages/common_path.hh"
#include "forward/stages/find_pending.hh"
#include "forward/stages/groups.hh"
#include "forward/stages/match_data.hh"
#include "forward/stages/match_nack.hh"
#include "forward/stages/prefetch.hh"
#include "forward/stages/refuse_loop.hh"
#include "forward/stages/satisfy.hh"

namespace augustus::forward {
namespace {

/// Calls `run` for stretches of the burst within which no name repeats, their entries found. `changes`: the
/// table's, when the burst's entries were asked for.
template <typename Run>
void for_each_run(StageContext& context, const Burst& burst, std::uint32_t changes, Run&& run) {
  NameRun names;
  Burst stretch;
  const auto take = [&] {
    if (context.table.changes() == changes) [[likely]] {
      find_candidates(context, stretch);
    } else {
      find_entries(context, stretch);
    }
    run(stretch);
  };
  for (Item& item : burst) {
    if (!names.add(item.view->name_hash)) {
      take();
      stretch.clear();
      names.clear();
      names.add(item.view->name_hash);
    }
    stretch.push(item);
  }
  if (!stretch.empty()) {
    take();
  }
}

void run_interests(StageContext& context, const Burst& all) {
  if (context.engine != nullptr) {
    context.engine->run(context, all);
    return;
  }
  Burst rest;
  forward_common_interests(context, all, rest);
  if (rest.empty()) {
    return;
  }
  Burst passed, pending, unasked, loops, hits, misses, ready;
  check_interest(context, rest, passed, loops);
  find_pending(context, passed, pending, unasked, loops);
  refuse_loop(context, loops);
  cs_lookup(context, unasked, hits, misses);
  pit_insert(context, misses, pending, ready);
  decide(context, ready);
}

void run_stages(StageContext& context, const Burst& data) {
  Burst wanted;
  match_data(context, data, wanted);
  insert_cs(context, wanted);
  satisfy(context, wanted);
}

/// Data that answers no Interest for a prefix of its name.
void run_data(StageContext& context, const Burst& all) {
  if (context.engine != nullptr) {
    context.engine->run(context, all);
    return;
  }
  Burst rest;
  forward_common_data(context, all, rest);
  if (!rest.empty()) {
    run_stages(context, rest);
  }
}

/// Data that may answer such an Interest.
void run_data_of_prefix(StageContext& context, const Burst& one) {
  if (context.engine != nullptr) {
    context.engine->run(context, one);
  } else {
    run_stages(context, one);
  }
}

}  // namespace

void forward_nacks(StageContext& context, const Burst& burst) {
  if (context.engine == nullptr) {
    match_nack(context, burst);
  } else if (!burst.empty()) {
    context.engine->run(context, burst);
  }
}

void forward_interests(StageContext& context, const Burst& burst) {
  if (burst.empty()) {
    return;
  }
  prefetch_buckets(context, burst);
  prefetch_dead_nonces(context, burst);
  const std::uint32_t changes = context.table.changes();
  prefetch_entries(context, burst);
  prefetch_routes(context, burst);
  for_each_run(context, burst, changes, [&](const Burst& run) {
    prefetch_route_names(context, run);
    run_interests(context, run);
  });
}

void forward_data(StageContext& context, const Burst& burst) {
  if (burst.empty()) {
    return;
  }
  context.store.prefetch_victims(burst.size());
  prefetch_buckets(context, burst);
  const std::uint32_t changes = context.table.changes();
  prefetch_entries(context, burst);
  const auto& pending = context.shared.pending_prefixes;
  context.pending_lengths = pending.any() ? pending.lengths() : 0;
  if (context.pending_lengths == 0) {
    for_each_run(context, burst, changes, [&](const Burst& run) { run_data(context, run); });
    return;
  }
  // Data of different names may answer the same CanBePrefix Interest: the first takes it.
  Burst stretch;
  const auto run_stretch = [&] {
    for_each_run(context, stretch, changes, [&](const Burst& run) { run_data(context, run); });
    stretch.clear();
  };
  for (Item& item : burst) {
    if (!may_answer_prefix(context, *item.view)) {
      stretch.push(item);
      continue;
    }
    run_stretch();
    Burst one;
    one.push(item);
    find_entries(context, one);
    run_data_of_prefix(context, one);
  }
  run_stretch();
}

}  // namespace augustus::forward
