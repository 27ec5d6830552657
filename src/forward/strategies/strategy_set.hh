// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "forward/strategies/strategy.hh"
#include "forward/strategy_id.hh"

namespace augustus::forward {

/// One of each strategy, for one partition; what a name sets by parameters is read by number when it is needed
/// (forward/strategy_id).
class StrategySet {
 public:
  StrategySet();

  Strategy& operator[](std::uint8_t number) {
    return *strategies_[number < strategies_.size() ? number : static_cast<std::uint8_t>(strategy_kind(number))];
  }
  Strategy& operator[](StrategyId id) { return (*this)[static_cast<std::uint8_t>(id)]; }

  TimeNs next_timer() const;
  void run_timers(StageContext& context);

 private:
  std::array<std::unique_ptr<Strategy>, static_cast<std::size_t>(StrategyId::count)> strategies_;
};

}  // namespace augustus::forward
