// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <span>

#include "base/packet_pool.hh"
#include "face/face_counters.hh"
#include "face/port/mac_address.hh"
#include "face/port/port_counters.hh"
#include "face/port/port_drop.hh"
#include "forward/outgoing.hh"
#include "wire/packet_format.hh"

namespace augustus::face {

/// Changes packets between NDN's form, which the router works on, and frames with a compact header behind
/// Ethernet and IPv4. The IPv4 source address of a frame holds low bits of the name's dispatch hash, so that
/// a receiver's RSS over addresses spreads by name, as in the 2016 release. Used by one thread.
class CompactLink {
 public:
  /// `format`: not ndn. `mtu`: bytes of an IP packet. `batch`: segments a partition keeps together.
  CompactLink(wire::PacketFormat format, const MacAddress& own, const MacAddress& peer, std::size_t mtu,
              std::uint32_t batch, PacketPool& pool)
      : format_(format), own_(own), peer_(peer), mtu_(mtu), batch_(batch), pool_(pool) {}

  /// A new buffer with the compact packet in `bytes` (what follows the IPv4 header) as an NDN packet;
  /// nullptr, and why in `drop`.
  rte_mbuf* to_packet(std::span<const std::uint8_t> bytes, PortDrop& drop);

  /// A new buffer with the finished frame of an NDN Interest or Data; nullptr, and why in `drop`. The packet
  /// stays the caller's.
  rte_mbuf* to_frame(const rte_mbuf* packet, PortDrop& drop);

  /// The same for what leaves on the Face, counted; takes the reference. nullptr: it was dropped.
  rte_mbuf* frame_of(const forward::Outgoing& outgoing, FaceCounters& face, PortCounters& port);

  const MacAddress& peer() const { return peer_; }

 private:
  bool write_header(rte_mbuf* frame) const;

  wire::PacketFormat format_;
  MacAddress own_;
  MacAddress peer_;
  std::size_t mtu_;
  std::uint32_t batch_;
  PacketPool& pool_;
};

}  // namespace augustus::face
