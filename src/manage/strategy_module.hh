// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"

namespace augustus::manage {

/// strategy-choice/set, strategy-choice/unset and strategy-choice/list (NFD wiki StrategyChoice).
class StrategyModule {
 public:
  /// The references must outlive this.
  StrategyModule(DataPlane& data_plane, Dispatcher& dispatcher);

 private:
  ControlResponse set(ControlParameters parameters);
  ControlResponse unset(ControlParameters parameters);
  std::vector<std::uint8_t> list() const;

  DataPlane& data_plane_;
};

}  // namespace augustus::manage
