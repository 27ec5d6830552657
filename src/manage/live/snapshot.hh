// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "manage/manager.hh"
#include "worker/router.hh"

namespace augustus::manage {

/// What a snapshot leaves out beyond these, and counts.
struct SnapshotLimits {
  std::size_t faces = 200;
  std::size_t prefixes = 200;  ///< of the RIB
};

/// What the live page shows, as a JSON object; counts since the start, of which the page makes rates. `top`:
/// busy prefixes and their shares; `placement`: the picture of docs/placement.md. Read where it is counted:
/// no forwarding thread is asked.
std::string snapshot_of(worker::Router& router, const Manager& manager, const std::string& version,
                        const std::vector<std::pair<std::string, double>>& top, const std::string& placement,
                        const SnapshotLimits& limits = {});

}  // namespace augustus::manage
