// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "wire/name.hh"

namespace CLI {
class App;
}

namespace augustus::client {

/// Adds --router URI, which every program that talks to a router takes.
void add_router_option(CLI::App& command, std::string& router);

/// The Name a user typed ("/a/b", "ndn:/a/b"); throws UsageError.
wire::Name parse_name(const std::string& text);

}  // namespace augustus::client
