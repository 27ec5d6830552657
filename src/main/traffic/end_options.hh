// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace augustus::traffic {

/// Where one end of the load is attached, as the user gave it.
struct EndOptions {
  std::string router;             ///< URI; empty: the usual one
  std::uint16_t local_port = 0;   ///< of a UDP socket; 0: the system's choice
  std::string network_namespace;  ///< of a socket, by its name for `ip netns`; empty: the process' own

  std::string device;  ///< of a DPDK port; empty: a socket
  std::string remote;  ///< Face URI of the other end of a port's link
  std::vector<std::string> addresses;
  std::vector<std::string> gateways;
  std::uint16_t mtu = 0;
  std::string mac;

  bool is_port() const { return !device.empty(); }
};

/// Adds the options that say so, each beginning with `prefix`, e.g. "producer-".
void add_end_options(CLI::App& command, EndOptions& options, const std::string& prefix = "");
/// Those of them that concern a DPDK port.
void add_port_options(CLI::App& command, EndOptions& options, const std::string& prefix = "");

/// How packets are written, for all ends of a run.
struct FormatOptions {
  std::string header = "ndn";      ///< ndn, ndn-token, compact, compact-2016
  std::uint64_t content_seed = 0;  ///< content follows from it and the name
  bool huge_pages = false;
  unsigned memory_mb = 192;

  bool is_compact() const { return header.starts_with("compact"); }
};

void add_format_options(CLI::App& command, FormatOptions& options);

}  // namespace augustus::traffic
