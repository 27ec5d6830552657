// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <span>

#include "base/packet_pool.hh"
#include "face/face_counters.hh"
#include "face/port/compact_header.hh"
#include "face/port/frame_decoder.hh"
#include "face/port/port_counters.hh"
#include "forward/outgoing.hh"

namespace augustus::face {

/// A port whose packets keep their compact form: takes Ethernet and IPv4 off and puts them on. A packet that
/// is forwarded as it came leaves in its own buffer, behind the IPv4 header it came with. Used by one thread.
class CompactFrames {
 public:
  /// `mtu`: bytes of an IP packet.
  CompactFrames(const CompactHeader& header, std::size_t mtu, PacketPool& pool)
      : header_(header), mtu_(mtu), pool_(pool) {}

  /// Makes the received frame a packet of the Face, counted. It is parsed where it goes.
  void accept(rte_mbuf* frame, const FrameView& view, FaceId face, FaceCounters& counters);
  /// The same for a frame without VLAN tag or IP options.
  void accept_plain(rte_mbuf* frame, FaceId face, FaceCounters& counters);

  /// The finished frame of what leaves on the Face, counted; takes the reference. nullptr: it was dropped.
  rte_mbuf* frame_of(const forward::Outgoing& outgoing, FaceCounters& face, PortCounters& port) {
    PortDrop drop = PortDrop::none;
    rte_mbuf* const frame = framed(outgoing, drop);
    if (frame == nullptr) [[unlikely]] {
      port.drop(drop);
      return nullptr;
    }
    face.out_packets.add();
    face.out_bytes.add(frame->pkt_len);
    (outgoing.kind == wire::PacketKind::data ? face.out_data : face.out_interests).add();
    return frame;
  }

 private:
  void begin(rte_mbuf* packet, FaceId face, FaceCounters& counters) const;
  /// Takes the reference. nullptr, and why in `drop`.
  rte_mbuf* framed(const forward::Outgoing& outgoing, PortDrop& drop);
  rte_mbuf* copied(rte_mbuf* packet, PortDrop& drop);
  bool is_ours(const rte_mbuf* packet) const;

  CompactHeader header_;
  std::size_t mtu_;
  PacketPool& pool_;
};

}  // namespace augustus::face
