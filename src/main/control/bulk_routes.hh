// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "main/control/verb.hh"
#include "manage/codec/control_parameters.hh"

namespace augustus::control {

/// Registers the routes of a file (control/route_file.hh), many commands under way at once, and prints how
/// many were added and how long that took. `parameters` holds what all routes share: origin, flags, expiry,
/// and the cost of those whose line has none. A line that fails is told of on standard error and the others
/// go on; after them std::runtime_error says how many failed.
void add_routes(Session& session, const std::string& file, const manage::ControlParameters& parameters);

}  // namespace augustus::control
