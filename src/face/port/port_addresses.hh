// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "face/port/ip_prefix.hh"
#include "face/port/mac_address.hh"

namespace augustus::face {

/// The addresses of a port, its links' prefixes and its gateways. Where there is an IPv6 address there is a
/// link-local one too, made from the MAC address (RFC 4291 appendix A) unless it is configured.
class PortAddresses {
 public:
  /// Throws std::invalid_argument for an address no host can have, a gateway that is not on a link, or a
  /// second one of a family.
  PortAddresses(std::vector<IpPrefix> prefixes, std::vector<IpAddress> gateways, const MacAddress& mac);

  const std::vector<IpPrefix>& prefixes() const { return prefixes_; }

  bool owns(const IpAddress& address) const;
  /// Whether packets to `group` are for the port: all nodes, and its solicited-node groups.
  bool hears(const IpAddress& group) const;
  bool on_link(const IpAddress& address) const;
  /// The neighbour that takes packets to `remote`; std::nullopt when there is no way or it is no host.
  std::optional<IpAddress> next_hop(const IpAddress& remote) const;
  /// The own address to use towards a neighbour; nullptr when there is none of its family.
  const IpAddress* source_to(const IpAddress& neighbour) const;

 private:
  bool is_group_of_link(const IpAddress& address) const;

  std::vector<IpPrefix> prefixes_;
  std::vector<IpAddress> gateways_;
};

}  // namespace augustus::face
