// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "manage/config.hh"

namespace augustus {

/// Tries what a configuration names of this machine, and changes nothing: whether its sockets are free, its
/// interfaces and devices there, its store one that the router can open, and its user one that it may become.
/// One "FILE:LINE:COLUMN: key: what was expected" for each thing that would keep a router from starting now.
std::vector<std::string> try_out(const manage::Config& config);

}  // namespace augustus
