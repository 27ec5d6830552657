// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/clock.hh"
#include "face/link_service.hh"
#include "face/port/frame_header.hh"
#include "face/port/neighbour_table.hh"

namespace augustus::face {

enum class PortFaceKind : std::uint8_t { udp, ethernet, ethernet_multicast, compact };

/// What tells the Faces of a port apart: the remote IP address and UDP port, or the remote MAC address.
struct PortFaceKey {
  PortFaceKind kind = PortFaceKind::udp;
  std::uint16_t port = 0;  ///< 0 over Ethernet
  IpAddress address;       ///< zero over Ethernet
  MacAddress mac;  ///< zero over UDP; the group's for the multicast Face, the peer's for the compact one

  static PortFaceKey udp(const IpAddress& address, std::uint16_t port) {
    return {PortFaceKind::udp, port, address, {}};
  }
  static PortFaceKey ethernet(const MacAddress& mac) { return {PortFaceKind::ethernet, 0, {}, mac}; }
  static PortFaceKey ethernet_multicast() { return {PortFaceKind::ethernet_multicast, 0, {}, mac_ndn_group}; }

  static PortFaceKey compact(const MacAddress& peer) { return {PortFaceKind::compact, 0, {}, peer}; }

  /// The parts as words of a fixed layout.
  std::array<std::uint64_t, 3> words() const;
  friend bool operator==(const PortFaceKey&, const PortFaceKey&) = default;
};

/// One Face of a DPDK port.
struct PortFace {
  PortFace(LinkContext& context, FaceId id, const PortFaceKey& key) : key(key), link(context, id) {}

  PortFaceKey key;
  FrameHeader header;
  IpAddress next_hop;              ///< UDP: the neighbour that takes the packets
  Neighbour* neighbour = nullptr;  ///< where that neighbour was last; entries are reused
  Persistency persistency = Persistency::persistent;
  std::uint32_t position = 0;  ///< in the port's list
  TimeNs last_receive = 0;
  TimeNs neighbour_until = 0;  ///< of a branch: so long the header's destination holds
  std::uint64_t received = 0;  ///< packets, those of branches included, at the last look
  TimeNs expiry_noted = 0;     ///< what the face table knows as idle_expiry
  LinkService link;
};

}  // namespace augustus::face
