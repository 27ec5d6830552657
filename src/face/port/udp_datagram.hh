// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "face/port/ip_view.hh"
#include "face/port/port_drop.hh"

namespace augustus::face {

inline constexpr std::size_t udp_header_bytes = 8;

/// How much is known of a received packet's checksum already.
enum class ChecksumTrust : std::uint8_t {
  none,        ///< it must be right
  unfinished,  ///< a sender on the same machine may have left it to a device that never was (veth)
  verified,    ///< the device has looked
};

struct UdpDatagram {
  std::uint16_t source_port;
  std::uint16_t destination_port;
  std::span<const std::uint8_t> payload;
};

/// Reads a whole UDP datagram out of an IP packet (RFC 768; RFC 8200 8.1: no checksum of 0 in IPv6).
PortDrop decode_udp(const IpView& ip, ChecksumTrust trust, UdpDatagram& datagram);

/// Writes a header before `payload_bytes`, its checksum 0; returns the byte behind it.
std::uint8_t* write_udp(std::uint8_t* out, std::uint16_t source_port, std::uint16_t destination_port,
                        std::size_t payload_bytes);

}  // namespace augustus::face
