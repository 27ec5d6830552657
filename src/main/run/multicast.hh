// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/config.hh"
#include "worker/router.hh"

namespace augustus {

/// Makes the IPv4 and IPv6 multicast Faces that [faces.udp] asks for: on the interfaces it names, else on every
/// one that is up, can multicast and is not the loopback. An interface without an address of a family has no Face
/// of that family. Throws std::system_error for a named interface that does not exist.
void join_multicast_groups(worker::Router& router, const manage::Config& config);

}  // namespace augustus
