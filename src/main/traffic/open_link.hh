// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "main/traffic/end_options.hh"
#include "traffic/links/link.hh"
#include "traffic/links/port_context.hh"

namespace augustus::traffic {

/// Opens the ends of a run, and holds what its DPDK ports share: it outlives the links.
class LinkOpener {
 public:
  explicit LinkOpener(const FormatOptions& format) : format_(format) {}

  /// Connects one end. Throws UsageError or std::runtime_error.
  std::unique_ptr<Link> open(const EndOptions& end);

  using Pair = std::pair<std::unique_ptr<Link>, std::unique_ptr<Link>>;
  /// Two ends joined without a forwarder: "udp" over the loopback interface, "unix" as a socket pair, "ring"
  /// as two DPDK ports in memory.
  Pair open_pair(const std::string& over);
  /// Two DPDK ports on one link.
  Pair open_pair(EndOptions left, const EndOptions& right);

 private:
  PortContext& context(const std::string& device);
  std::unique_ptr<Link> attach(const EndOptions& end);
  /// What is sent on a port before its link is up may be lost. Throws std::runtime_error.
  static void wait_until_up(Link& link);
  std::unique_ptr<Link> open_port(const EndOptions& end);
  Pair open_rings();

  const FormatOptions& format_;
  std::unique_ptr<PortContext> context_;
  unsigned ports_ = 0;
};

/// Whether the forwarder takes this end for a program on its own machine (client::Endpoint::is_local()).
bool is_local(const EndOptions& end);

}  // namespace augustus::traffic
