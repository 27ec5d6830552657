// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "worker/router.hh"

namespace augustus::scenario {

/// A count of the router by the name scenarios use. Throws std::runtime_error when there is no such count.
std::uint64_t router_counter(worker::Router& router, const std::string& name);

}  // namespace augustus::scenario
