// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/strategy_set.hh"

#include <algorithm>

#include "forward/strategies/access.hh"
#include "forward/strategies/asf.hh"
#include "forward/strategies/best_route.hh"
#include "forward/strategies/multicast.hh"
#include "forward/strategies/random_choice.hh"
#include "forward/strategies/round_robin.hh"
#include "forward/strategies/self_learning.hh"

namespace augustus::forward {

StrategySet::StrategySet() {
  const auto set = [this](StrategyId id, std::unique_ptr<Strategy> strategy) {
    strategies_[static_cast<std::size_t>(id)] = std::move(strategy);
  };
  set(StrategyId::best_route, std::make_unique<BestRoute>());
  set(StrategyId::multicast, std::make_unique<Multicast>());
  set(StrategyId::random, std::make_unique<RandomChoice>());
  set(StrategyId::round_robin, std::make_unique<RoundRobin>());
  set(StrategyId::asf, std::make_unique<Asf>());
  set(StrategyId::access, std::make_unique<Access>());
  set(StrategyId::self_learning, std::make_unique<SelfLearning>());
}

TimeNs StrategySet::next_timer() const {
  TimeNs next = time_never;
  for (const auto& strategy : strategies_) {
    next = std::min(next, strategy->next_timer());
  }
  return next;
}

void StrategySet::run_timers(StageContext& context) {
  for (auto& strategy : strategies_) {
    if (strategy->next_timer() <= context.now) {
      strategy->run_timers(context);
    }
  }
}

}  // namespace augustus::forward
