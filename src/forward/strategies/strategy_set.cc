// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/strategy_set.hh"

#include "forward/strategies/best_route.hh"
#include "forward/strategies/multicast.hh"
#include "forward/strategies/random_choice.hh"
#include "forward/strategies/round_robin.hh"

namespace augustus::forward {

StrategySet::StrategySet() {
  const auto set = [this](StrategyId id, std::unique_ptr<Strategy> strategy) {
    strategies_[static_cast<std::size_t>(id)] = std::move(strategy);
  };
  set(StrategyId::best_route, std::make_unique<BestRoute>());
  set(StrategyId::multicast, std::make_unique<Multicast>());
  set(StrategyId::random, std::make_unique<RandomChoice>());
  set(StrategyId::round_robin, std::make_unique<RoundRobin>());
  set(StrategyId::asf, std::make_unique<BestRoute>());
  set(StrategyId::access, std::make_unique<Multicast>());
  set(StrategyId::self_learning, std::make_unique<Multicast>());
}

}  // namespace augustus::forward
