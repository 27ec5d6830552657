// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"
#include "manage/rib/rib.hh"
#include "manage/security/authenticator.hh"

namespace augustus::manage {

/// rib/register, rib/unregister, rib/announce and rib/list (NFD wiki RibMgmt).
class RibModule {
 public:
  /// The references must outlive this.
  RibModule(DataPlane& data_plane, Rib& rib, const Authenticator& authenticator, Dispatcher& dispatcher);

 private:
  ControlResponse register_route(const CommandContext& context, ControlParameters parameters);
  ControlResponse unregister_route(const CommandContext& context, ControlParameters parameters);
  std::optional<ControlResponse> announce(const CommandContext& context);
  ControlResponse add(const CommandContext& context, ControlParameters parameters,
                      std::shared_ptr<const std::vector<std::uint8_t>> announcement = nullptr);
  std::vector<std::uint8_t> list(TimeNs now) const;

  DataPlane& data_plane_;
  Rib& rib_;
  const Authenticator& authenticator_;
};

}  // namespace augustus::manage
