// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"
#include "manage/strategy_pool.hh"

namespace augustus::manage {

/// strategy-choice/set, strategy-choice/unset and strategy-choice/list (NFD wiki StrategyChoice).
class StrategyModule {
 public:
  /// The references must outlive this.
  StrategyModule(DataPlane& data_plane, Dispatcher& dispatcher);

  /// Choices by who made them.
  StrategyPool& pool() { return pool_; }
  const StrategyPool& pool() const { return pool_; }

 private:
  ControlResponse set(const CommandContext& context, ControlParameters parameters);
  ControlResponse unset(ControlParameters parameters);
  std::vector<std::uint8_t> list() const;

  DataPlane& data_plane_;
  StrategyPool pool_;
};

}  // namespace augustus::manage
