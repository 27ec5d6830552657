// SPDX-License-Identifier: Apache-2.0
#include <bitset>

#include "forward/strategy_id.hh"
#include "worker/router_state.hh"

// What management writes to FIB and strategy choice, for the names of every format.

namespace augustus::worker {
namespace {

using Hops = std::vector<table::NextHop>;

Hops copy_of(const table::NextHopList* list) {
  return list != nullptr ? Hops{list->begin(), list->end()} : Hops{};
}

}  // namespace

const table::FibReplicas& Router::fib() const {
  return state_->fib;
}
const table::StrategyChoice& Router::strategies() const {
  return state_->strategies;
}
CompactTables* Router::compact_tables() {
  return state_->compact ? &*state_->compact : nullptr;
}

table::FibOutcome Router::set_next_hops(const wire::Name& prefix, const Hops& next_hops) {
  if (!state_->compact) {
    return state_->fib.set(prefix, next_hops);
  }
  const Hops former = copy_of(state_->fib.find_exact(prefix));
  table::FibOutcome outcome = state_->fib.set(prefix, next_hops);
  for (const wire::PacketFormat format : state_->compact->formats()) {
    if (outcome == table::FibOutcome::ok) {
      outcome = state_->compact->set_next_hops(format, prefix, next_hops);
    }
  }
  if (outcome != table::FibOutcome::ok) {
    state_->fib.set(prefix, former);
    for (const wire::PacketFormat format : state_->compact->formats()) {
      state_->compact->set_next_hops(format, prefix, former);
    }
  }
  return outcome;
}

bool Router::set_strategy(const wire::Name& prefix, std::uint8_t strategy) {
  return state_->strategies.set(prefix, strategy) &&
         (!state_->compact || state_->compact->set_strategy(prefix, strategy));
}

std::optional<std::uint8_t> Router::strategy_number(const wire::Name& strategy) {
  if (!forward::parse_strategy(strategy).program) {
    return std::nullopt;
  }
  auto id = forward::strategy_from_name(strategy);
  if (!id) {
    std::bitset<256> used;
    state_->strategies.for_each([&used](const wire::Name&, std::uint8_t number) { used.set(number); });
    forward::forget_strategies([&used](forward::StrategyId other) { return used[static_cast<std::uint8_t>(other)]; });
    id = forward::strategy_from_name(strategy);
  }
  return id ? std::optional(static_cast<std::uint8_t>(*id)) : std::nullopt;
}

void Router::unset_strategy(const wire::Name& prefix) {
  state_->strategies.unset(prefix);
  if (state_->compact) {
    state_->compact->unset_strategy(prefix);
  }
}

}  // namespace augustus::worker
