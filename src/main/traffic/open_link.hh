// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "main/traffic/end_options.hh"
#include "traffic/links/link.hh"

namespace augustus::traffic {

/// Connects one end to its forwarder. Throws UsageError or std::runtime_error.
std::unique_ptr<Link> open_link(const EndOptions& end, const FormatOptions& format);

/// Whether the forwarder takes this end for a program on its own machine (client::Endpoint::is_local()).
bool is_local(const EndOptions& end);

/// Two ends joined without a forwarder: "udp" over the loopback interface, "unix" as a socket pair.
std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>> open_pair(const std::string& over);

}  // namespace augustus::traffic
