// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"

namespace augustus::manage {

/// augustus-partition/list, augustus-partition/threads and augustus-partition/move, a module of this router
/// alone: who forwards what, and how much work it is (docs/dispatch.md).
class PartitionModule {
 public:
  /// The references must outlive this.
  PartitionModule(DataPlane& data_plane, Dispatcher& dispatcher);

 private:
  ControlResponse move(const ControlParameters& parameters);
  std::vector<std::uint8_t> partitions();
  std::vector<std::uint8_t> threads();

  DataPlane& data_plane_;
};

}  // namespace augustus::manage
