// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_addresses.hh"

#include <algorithm>
#include <stdexcept>

namespace augustus::face {
namespace {

constexpr unsigned link_local_prefix_bits = 64;

IpAddress link_local_of(const MacAddress& mac) {
  const auto& m = mac.bytes;
  return IpAddress{{0xfe, 0x80, 0, 0, 0, 0, 0, 0, static_cast<std::uint8_t>(m[0] ^ 2), m[1], m[2], 0xff, 0xfe,
                    m[3], m[4], m[5]}};
}

}  // namespace

PortAddresses::PortAddresses(std::vector<IpPrefix> prefixes, std::vector<IpAddress> gateways,
                             const MacAddress& mac)
    : prefixes_(std::move(prefixes)), gateways_(std::move(gateways)) {
  bool v6 = false;
  bool link_local = false;
  for (const auto& prefix : prefixes_) {
    const IpAddress& address = prefix.address;
    if (address.is_unspecified() || address.is_multicast() || address.is_broadcast()) {
      throw std::invalid_argument(address.text() + " is not the address of a host");
    }
    v6 = v6 || !address.is_v4();
    link_local = link_local || address.is_link_local();
  }
  if (v6 && !link_local) {
    prefixes_.push_back({link_local_of(mac), link_local_prefix_bits});
  }
  for (std::size_t i = 0; i < gateways_.size(); ++i) {
    if (!on_link(gateways_[i]) || owns(gateways_[i])) {
      throw std::invalid_argument("gateway " + gateways_[i].text() + " is not a neighbour");
    }
    if (i != 0 && gateways_[i].is_v4() == gateways_[0].is_v4()) {
      throw std::invalid_argument("gateway " + gateways_[i].text() + " is the second of its family");
    }
  }
}

bool PortAddresses::owns(const IpAddress& address) const {
  return std::any_of(prefixes_.begin(), prefixes_.end(),
                     [&](const IpPrefix& own) { return own.address == address; });
}

bool PortAddresses::hears(const IpAddress& group) const {
  return std::any_of(prefixes_.begin(), prefixes_.end(), [&](const IpPrefix& own) {
    return !own.address.is_v4() && (group == all_nodes || group == solicited_node(own.address));
  });
}

bool PortAddresses::on_link(const IpAddress& address) const {
  return std::any_of(prefixes_.begin(), prefixes_.end(),
                     [&](const IpPrefix& own) { return own.contains(address); });
}

/// The network and broadcast addresses of an IPv4 link that has them (not those of RFC 3021).
bool PortAddresses::is_group_of_link(const IpAddress& address) const {
  return std::any_of(prefixes_.begin(), prefixes_.end(), [&](const IpPrefix& own) {
    if (!own.address.is_v4() || own.length > 30 || !own.contains(address)) {
      return false;
    }
    const auto four = address.wire();
    const std::uint32_t number =
        std::uint32_t{four[0]} << 24 | std::uint32_t{four[1]} << 16 | std::uint32_t{four[2]} << 8 | four[3];
    const std::uint32_t host_bits = 0xffffffffu >> own.length;
    return (number & host_bits) == 0 || (number & host_bits) == host_bits;
  });
}

std::optional<IpAddress> PortAddresses::next_hop(const IpAddress& remote) const {
  if (remote.is_unspecified() || remote.is_multicast() || remote.is_broadcast() || owns(remote) ||
      is_group_of_link(remote)) {
    return std::nullopt;
  }
  if (on_link(remote)) {
    return remote;
  }
  const auto gateway = std::find_if(gateways_.begin(), gateways_.end(), [&](const IpAddress& candidate) {
    return candidate.is_v4() == remote.is_v4() && !remote.is_link_local();
  });
  return gateway != gateways_.end() ? std::optional(*gateway) : std::nullopt;
}

const IpAddress* PortAddresses::source_to(const IpAddress& neighbour) const {
  const IpAddress* other = nullptr;
  for (const auto& own : prefixes_) {
    if (own.contains(neighbour)) {
      return &own.address;
    }
    if (other == nullptr && own.address.is_v4() == neighbour.is_v4()) {
      other = &own.address;
    }
  }
  return other;
}

}  // namespace augustus::face
