// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "face/port/arp_packet.hh"
#include "face/port/ethernet_header.hh"
#include "face/port/ip_view.hh"
#include "face/port/neighbour_message.hh"
#include "face/port/port_drop.hh"
#include "face/port/udp_datagram.hh"

namespace augustus::face {

enum class FrameKind : std::uint8_t { ndn, arp, udp, fragment, echo_request, neighbour, compact };

/// What a frame is, all its lengths and checksums having been checked. Which parts are set depends on `kind`.
struct FrameView {
  FrameKind kind;
  EthernetView ethernet;
  IpView ip;  ///< all but ndn and arp
  UdpDatagram udp;
  ArpPacket arp;
  NeighbourMessage neighbour;
  std::span<const std::uint8_t> link_packet;  ///< ndn, udp: without padding
};

/// Reads a whole frame (without its checksum); touches nothing outside of it. A fragment's payload is not
/// looked into.
PortDrop decode_frame(std::span<const std::uint8_t> frame, ChecksumTrust trust, FrameView& view);

/// Reads what the whole IP packet in `view.ip` carries: a frame's, or one put together from fragments.
PortDrop decode_ip_payload(ChecksumTrust trust, FrameView& view);

}  // namespace augustus::face
