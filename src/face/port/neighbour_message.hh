// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "face/port/ip_view.hh"
#include "face/port/mac_address.hh"
#include "face/port/port_drop.hh"

namespace augustus::face {

/// ICMPv6, target and one link-layer address option.
inline constexpr std::size_t neighbour_message_bytes = 32;

/// A Neighbor Solicitation or Advertisement (RFC 4861 4.3, 4.4).
struct NeighbourMessage {
  bool is_advertisement = false;
  bool solicited = false;  ///< advertisements
  bool overrides = false;  ///< advertisements
  IpAddress target;
  std::optional<MacAddress> mac;  ///< the source's (solicitation) or the target's
};

/// Reads an ICMPv6 message of that type, checksum verified before, with the checks of RFC 4861 7.1.
PortDrop decode_neighbour(const IpView& ip, NeighbourMessage& message);

/// Writes neighbour_message_bytes with message.mac (which is set) and the checksum for these addresses.
void write_neighbour(std::uint8_t* out, const NeighbourMessage& message, const IpAddress& source,
                     const IpAddress& destination);

}  // namespace augustus::face
