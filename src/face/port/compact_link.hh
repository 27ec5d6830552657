// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <span>

#include "base/packet_pool.hh"
#include "face/face_counters.hh"
#include "face/port/compact_header.hh"
#include "face/port/port_counters.hh"
#include "face/port/port_drop.hh"
#include "forward/outgoing.hh"

namespace augustus::face {

/// Changes packets between NDN's form, which the router works on, and frames with a compact header behind
/// Ethernet and IPv4. Used by one thread.
class CompactLink {
 public:
  /// `mtu`: bytes of an IP packet.
  CompactLink(const CompactHeader& header, std::size_t mtu, PacketPool& pool)
      : header_(header), mtu_(mtu), pool_(pool) {}

  /// A new buffer with the compact packet in `bytes` (what follows the IPv4 header) as an NDN packet;
  /// nullptr, and why in `drop`.
  rte_mbuf* to_packet(std::span<const std::uint8_t> bytes, PortDrop& drop);

  /// A new buffer with the finished frame of an NDN Interest or Data; nullptr, and why in `drop`. The packet
  /// stays the caller's.
  rte_mbuf* to_frame(const rte_mbuf* packet, PortDrop& drop);

  /// The same for what leaves on the Face, counted; takes the reference. nullptr: it was dropped.
  rte_mbuf* frame_of(const forward::Outgoing& outgoing, FaceCounters& face, PortCounters& port);

 private:
  CompactHeader header_;
  std::size_t mtu_;
  PacketPool& pool_;
};

}  // namespace augustus::face
