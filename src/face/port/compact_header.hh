// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "face/port/ethernet_header.hh"
#include "face/port/ipv4_header.hh"
#include "face/port/mac_address.hh"
#include "wire/packet_format.hh"

namespace augustus::face {

/// Ethernet and IPv4 in front of a compact packet. The IPv4 source address holds low bits of the name's
/// dispatch hash, so that a receiver's RSS over addresses spreads by name, as in the 2016 release.
struct CompactHeader {
  static constexpr std::size_t bytes = ethernet_header_bytes + ipv4_header_bytes;

  wire::PacketFormat format;  ///< not ndn
  MacAddress own;
  MacAddress peer;
  std::uint32_t batch;  ///< segments a partition keeps together

  /// Writes the header at the start of `frame`, whose packet stands behind it.
  void write(std::span<std::uint8_t> frame) const;
  /// The same where an IPv4 header of this packet stands already.
  void write_ethernet_alone(std::span<std::uint8_t> frame) const {
    write_ethernet(frame.data(), peer, own, ethertype_ipv4);
  }
};

}  // namespace augustus::face
