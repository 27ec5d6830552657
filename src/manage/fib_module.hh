// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/access/access.hh"
#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"
#include "manage/rib/fib_writer.hh"

namespace augustus::manage {

/// fib/add-nexthop, fib/remove-nexthop and fib/list (NFD wiki FibMgmt).
class FibModule {
 public:
  /// The references must outlive this.
  FibModule(DataPlane& data_plane, FibWriter& fib, const Access& access, Dispatcher& dispatcher);

 private:
  ControlResponse add_next_hop(const CommandContext& context, ControlParameters parameters);
  ControlResponse remove_next_hop(const CommandContext& context, ControlParameters parameters);
  bool list(DatasetDraft& draft) const;

  DataPlane& data_plane_;
  FibWriter& fib_;
  const Access& access_;
};

}  // namespace augustus::manage
