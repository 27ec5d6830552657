// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"

namespace augustus::manage {

/// cs/config, cs/erase and cs/info (NFD wiki CsMgmt). An optional Name in cs/config says which tier is meant,
/// as the wiki foresees: /dram (also without a Name) or /ssd. This router alone has cs/tiers, a dataset with
/// an item a tier, and cs/verify, which begins to check all that is on the SSDs.
class CsModule {
 public:
  /// Data that one cs/erase removes at most; the client repeats it while the answer has a Capacity. To find them the
  /// whole store may have to be looked at, so erasing has a part of the time (Dispatcher::add_long_command).
  static constexpr std::uint64_t erase_limit = 256;

  /// The references must outlive this.
  CsModule(DataPlane& data_plane, Dispatcher& dispatcher);

 private:
  ControlResponse config(const ControlParameters& parameters);
  ControlResponse config_ssd(const ControlParameters& parameters);
  ControlResponse verify();
  std::vector<std::uint8_t> tiers();
  ControlResponse erase(const ControlParameters& parameters);
  std::vector<std::uint8_t> info();

  DataPlane& data_plane_;
};

}  // namespace augustus::manage
