// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "traffic/links/link.hh"
#include "wire/name.hh"

namespace augustus::traffic {

/// Has the forwarder at the other end send Interests under each prefix here, by rib/register over the link
/// itself. What else arrives meanwhile is left unanswered. Throws std::runtime_error when it refuses or does
/// not answer.
void register_over(Link& link, bool is_local, const std::vector<wire::Name>& prefixes);

/// Has the forwarder make a Face to the socket's own address and register the prefixes for it, over the local
/// socket `control`. Throws as above.
void register_by(const std::string& control, const Link& link, const std::vector<wire::Name>& prefixes);

}  // namespace augustus::traffic
