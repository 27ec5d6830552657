// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/clock.hh"
#include "manage/rib/rib.hh"

namespace augustus::manage {

/// The announcement that goes with a Data to a neighbour who looks for routes (NFD mgmt/rib-manager
/// slFindAnn): that of the longest prefix of the Data's name that has routes. The one it was announced with
/// when there is such a route, of several the one that lasts longest; else one of our own, for as long as the
/// routes last (15 s to 1 h), signed with DigestSha256. The announcement's Data TLV; empty: no route leads
/// there, or the prefix is below /localhost. Times: monotonic, wall.
std::vector<std::uint8_t> outgoing_announcement(const Rib& rib, std::span<const std::uint8_t> data,
                                                TimeNs now, TimeNs wall);

}  // namespace augustus::manage
