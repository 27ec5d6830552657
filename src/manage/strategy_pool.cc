// SPDX-License-Identifier: Apache-2.0
#include "manage/strategy_pool.hh"

#include <iterator>

#include "base/face_id.hh"
#include "forward/strategy_id.hh"
#include "manage/rib/pool_part.hh"

namespace augustus::manage {

namespace {

/// Whose the choices of the configuration are.
constexpr std::uint64_t own_source = face_id_none;

bool has_parameters(const wire::Name& strategy) {
  const auto parsed = forward::parse_strategy(strategy);
  return parsed.program && parsed.program->name != forward::strategy_name(parsed.program->kind);
}

}  // namespace

StrategyPool::StrategyPool(const DataPlane& data_plane)
    : data_plane_(data_plane),
      prefixes_(PoolShares::Rule::for_lasting(data_plane.strategy_capacity())),
      parameters_(PoolShares::Rule::for_lasting(forward::strategies_with_parameters_max), prefixes_) {}

bool StrategyPool::may_set(const Peer& peer, const wire::Name& prefix, const wire::Name& strategy) {
  const PoolShares::Holder holder = prefixes_.holder_of(peer.source);
  const bool is_administrator = peer.kind == Peer::Kind::administrator;
  const auto there = choices_.find(prefix);
  const bool has_prefix = prefix.empty() || (there != choices_.end() && there->second.holder == holder);
  if (!has_prefix && !prefixes_.may_take(holder, is_administrator)) {
    return refuse(prefixes_);
  }
  if (has_parameters(strategy) && !uses_.contains({holder, strategy}) &&
      !parameters_.may_take(holder, is_administrator)) {
    return refuse(parameters_);
  }
  return true;
}

bool StrategyPool::refuse(PoolShares& pool) {
  pool.count_refusal();
  refused_.add();
  return false;
}

void StrategyPool::set(const Peer& peer, const wire::Name& prefix, const wire::Name& strategy) {
  unset(prefix);
  add(prefix, {prefixes_.holder_of(peer.source), strategy});
}

void StrategyPool::unset(const wire::Name& prefix) {
  if (const auto there = choices_.find(prefix); there != choices_.end()) {
    erase(there);
  }
}

void StrategyPool::follow_table() {
  std::map<wire::Name, wire::Name> table;
  data_plane_.for_each_strategy(
      [&table](const wire::Name& prefix, const wire::Name& strategy) { table.emplace(prefix, strategy); });
  for (auto choice = choices_.begin(); choice != choices_.end();) {
    const auto found = table.find(choice->first);
    const bool is_there = found != table.end() && found->second == choice->second.strategy;
    choice = is_there ? std::next(choice) : erase(choice);
  }
  for (const auto& [prefix, strategy] : table) {
    if (!choices_.contains(prefix)) {
      add(prefix, {prefixes_.holder_of(own_source), strategy});
    }
  }
}

void StrategyPool::add(const wire::Name& prefix, Choice choice) {
  if (!prefix.empty()) {
    prefixes_.add(choice.holder);
  }
  if (has_parameters(choice.strategy) && ++uses_[{choice.holder, choice.strategy}] == 1) {
    parameters_.add(choice.holder);
  }
  choices_.emplace(prefix, std::move(choice));
}

StrategyPool::Choices::iterator StrategyPool::erase(Choices::iterator choice) {
  const PoolShares::Holder holder = choice->second.holder;
  if (!choice->first.empty()) {
    prefixes_.give_back(holder);
  }
  const auto use = uses_.find({holder, choice->second.strategy});
  if (use != uses_.end() && --use->second == 0) {
    parameters_.give_back(holder);
    uses_.erase(use);
  }
  return choices_.erase(choice);
}

}  // namespace augustus::manage
