// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "face/port/ip_address.hh"
#include "face/port/mac_address.hh"
#include "face/port/port_drop.hh"

namespace augustus::face {

inline constexpr std::size_t arp_packet_bytes = 28;

/// An ARP packet for IPv4 over Ethernet (RFC 826).
struct ArpPacket {
  bool is_reply = false;  ///< else a request
  MacAddress sender_mac;
  IpAddress sender;
  MacAddress target_mac;
  IpAddress target;
};

/// Reads what follows the Ethernet header; other hardware and protocols are arp_ignored.
PortDrop decode_arp(std::span<const std::uint8_t> payload, ArpPacket& packet);
/// Writes arp_packet_bytes; both addresses are IPv4.
void write_arp(std::uint8_t* out, const ArpPacket& packet);

}  // namespace augustus::face
