// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "face/port/mac_address.hh"
#include "face/port/port_drop.hh"

namespace augustus::face {

inline constexpr std::size_t ethernet_header_bytes = 14;
inline constexpr std::uint16_t ethertype_ipv4 = 0x0800;
inline constexpr std::uint16_t ethertype_arp = 0x0806;
inline constexpr std::uint16_t ethertype_ipv6 = 0x86dd;
inline constexpr std::uint16_t ethertype_ndn = 0x8624;

/// The header of a frame and what is behind it (padding included).
struct EthernetView {
  MacAddress destination;
  MacAddress source;
  std::uint16_t type;
  std::span<const std::uint8_t> payload;
};

/// Reads a frame without its checksum. A priority tag (IEEE 802.1Q with VLAN 0) is skipped; frames of a VLAN
/// are refused.
PortDrop decode_ethernet(std::span<const std::uint8_t> frame, EthernetView& view);

/// Writes ethernet_header_bytes to `out` and returns the byte behind them.
std::uint8_t* write_ethernet(std::uint8_t* out, const MacAddress& destination, const MacAddress& source,
                             std::uint16_t type);

}  // namespace augustus::face
