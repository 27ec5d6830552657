// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "manage/data_plane.hh"
#include "manage/dispatcher.hh"

namespace augustus::manage {

/// status/general (NFD wiki ForwarderStatus), and status/drops, which is this router's own.
class StatusModule {
 public:
  /// `version` goes into NfdVersion. Both references must outlive this.
  StatusModule(DataPlane& data_plane, Dispatcher& dispatcher, std::string version);

 private:
  std::vector<std::uint8_t> general();
  std::vector<std::uint8_t> drops();

  DataPlane& data_plane_;
  std::string version_;
};

}  // namespace augustus::manage
