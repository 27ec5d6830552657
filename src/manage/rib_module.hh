// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/access/access.hh"
#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"
#include "manage/rib/rib.hh"
#include "manage/security/authenticator.hh"

namespace augustus::manage {

/// rib/register, rib/unregister, rib/announce and rib/list (NFD wiki RibMgmt).
class RibModule {
 public:
  /// The references must outlive this.
  RibModule(DataPlane& data_plane, Rib& rib, const Authenticator& authenticator, const Access& access,
            Dispatcher& dispatcher);

 private:
  ControlResponse register_route(const CommandContext& context, ControlParameters parameters);
  ControlResponse unregister_route(const CommandContext& context, ControlParameters parameters);
  std::optional<ControlResponse> announce(const CommandContext& context);
  ControlResponse add(const CommandContext& context, ControlParameters parameters,
                      std::shared_ptr<const std::vector<std::uint8_t>> announcement = nullptr);
  bool list(TimeNs now, DatasetDraft& draft) const;

  DataPlane& data_plane_;
  Rib& rib_;
  const Authenticator& authenticator_;
  const Access& access_;
};

}  // namespace augustus::manage
