// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "forward/strategies/strategy.hh"
#include "forward/strategy_id.hh"

namespace augustus::forward {

/// One of each strategy, for one partition.
class StrategySet {
 public:
  StrategySet();

  /// An id that is out of range means best-route.
  Strategy& operator[](std::uint8_t id) { return *strategies_[id < strategies_.size() ? id : 0]; }
  Strategy& operator[](StrategyId id) { return (*this)[static_cast<std::uint8_t>(id)]; }

  TimeNs next_timer() const;
  void run_timers(StageContext& context);

 private:
  std::array<std::unique_ptr<Strategy>, static_cast<std::size_t>(StrategyId::count)> strategies_;
};

}  // namespace augustus::forward
