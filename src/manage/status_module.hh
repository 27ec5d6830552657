// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/counter.hh"
#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"

namespace augustus::manage {

/// status/general (NFD wiki ForwarderStatus), and status/drops and status/pools, which are this
/// router's own.
class StatusModule {
 public:
  /// `version` goes into NfdVersion. Both references must outlive this.
  /// `add_pools` adds those of management.
  StatusModule(DataPlane& data_plane, Dispatcher& dispatcher, std::string version,
               std::function<void(PoolList&)> add_pools);

  /// Lists `counter`, which must outlive this, in status/drops under this name as well.
  void also_count(std::string reason, const Counter& counter) {
    counters_.emplace_back(std::move(reason), &counter);
  }

 private:
  std::vector<std::uint8_t> general();
  std::vector<std::uint8_t> drops();
  std::vector<std::uint8_t> pools();

  DataPlane& data_plane_;
  std::string version_;
  std::function<void(PoolList&)> add_pools_;
  std::vector<std::pair<std::string, const Counter*>> counters_;
};

}  // namespace augustus::manage
