// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "face/port/ethernet_header.hh"
#include "face/port/ip_address.hh"
#include "face/port/ipv6_header.hh"
#include "face/port/mac_address.hh"
#include "face/port/udp_datagram.hh"

namespace augustus::face {

/// The headers before every link packet of one Face, lengths and checksums left open. Where the neighbour's
/// MAC address is not known, it is left zero.
struct FrameHeader {
  static constexpr std::size_t bytes_max = ethernet_header_bytes + ipv6_header_bytes + udp_header_bytes;

  std::uint8_t size = 0;
  std::array<std::uint8_t, bytes_max> bytes{};

  static FrameHeader ethernet(const MacAddress& destination, const MacAddress& source);
  static FrameHeader udp(const MacAddress& source_mac, const IpAddress& source, std::uint16_t source_port,
                         const IpAddress& destination, std::uint16_t destination_port);

  bool has_ip() const { return size != ethernet_header_bytes; }
};

}  // namespace augustus::face
