// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"
#include "manage/rib/fib_writer.hh"

namespace augustus::manage {

/// fib/add-nexthop, fib/remove-nexthop and fib/list (NFD wiki FibMgmt).
class FibModule {
 public:
  /// The references must outlive this.
  FibModule(DataPlane& data_plane, FibWriter& fib, Dispatcher& dispatcher);

 private:
  ControlResponse add_next_hop(const CommandContext& context, ControlParameters parameters);
  ControlResponse remove_next_hop(const CommandContext& context, ControlParameters parameters);
  std::vector<std::uint8_t> list() const;

  DataPlane& data_plane_;
  FibWriter& fib_;
};

}  // namespace augustus::manage
