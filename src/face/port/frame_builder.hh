// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstring>
#include <string>

#include "base/copy_short.hh"
#include "base/packet_pool.hh"
#include "face/port/frame_header.hh"
#include "face/send_queue.hh"

namespace augustus::face {

/// Makes frames out of link packets without writing to bytes that others may be reading: a packet nobody
/// else holds gets its headers in front of it, a short one is copied, a long one is chained to a buffer with
/// the headers where the device takes chains. Used by one thread.
class FrameBuilder {
 public:
  /// `name`: short, and of this port alone. Throws std::runtime_error when there is no memory for the buffers
  /// that stand for parts of others.
  FrameBuilder(const std::string& name, PacketPool& pool, bool chains);
  ~FrameBuilder();
  FrameBuilder(const FrameBuilder&) = delete;
  FrameBuilder& operator=(const FrameBuilder&) = delete;

  /// Puts the headers in front of a link packet that nobody shares, in one piece and with room for them; it
  /// is the finished frame then, as from build().
  static void prepend(rte_mbuf* packet, const FrameHeader& header);

  /// The finished frame, its destination's MAC address apart; nullptr when there is no buffer. May take over
  /// `link.packet` (which is nullptr then). The first segment of a frame is written by its holder alone.
  rte_mbuf* build(LinkPacket& link, const FrameHeader& header) {
    rte_mbuf* const frame = in_place(link, header);
    if (frame == nullptr) [[unlikely]] {
      return elsewhere(link, header);
    }
    if (header.has_ip()) {
      finish(frame);
    }
    return frame;
  }

 private:
  static rte_mbuf* in_place(LinkPacket& link, const FrameHeader& header);
  rte_mbuf* elsewhere(const LinkPacket& link, const FrameHeader& header);
  static void finish(rte_mbuf* frame);
  static void copy_headers(std::uint8_t* at, const LinkPacket& link, const FrameHeader& header);
  static void copy_frame_header(std::uint8_t* at, const FrameHeader& header);
  static void extend_in_front(rte_mbuf* packet, std::size_t bytes);
  rte_mbuf* copied(const LinkPacket& link, const FrameHeader& header);
  rte_mbuf* chained(const LinkPacket& link, const FrameHeader& header);
  rte_mbuf* part_of(rte_mbuf* segment, std::size_t offset, std::size_t length);

  PacketPool& pool_;
  rte_mempool* parts_ = nullptr;
};

inline void FrameBuilder::copy_headers(std::uint8_t* at, const LinkPacket& link, const FrameHeader& header) {
  copy_frame_header(at, header);
  if (link.header_length != 0) {
    copy_short(at + header.size, link.header.data(), link.header_length);
  }
}

inline void FrameBuilder::copy_frame_header(std::uint8_t* at, const FrameHeader& header) {
  // The commonest size as a constant: its copy needs no branches, 2 to 3 % of an exchange.
  if (header.size == ethernet_header_bytes) {
    copy_short(at, header.bytes.data(), ethernet_header_bytes);
  } else {
    copy_short(at, header.bytes.data(), header.size);
  }
}

inline void FrameBuilder::extend_in_front(rte_mbuf* packet, std::size_t bytes) {
  packet->ol_flags = 0;
  packet->data_off = static_cast<std::uint16_t>(packet->data_off - bytes);
  packet->data_len = static_cast<std::uint16_t>(packet->data_len + bytes);
  packet->pkt_len = packet->data_len;
}

inline void FrameBuilder::prepend(rte_mbuf* packet, const FrameHeader& header) {
  rte_mbuf_prefetch_part2(packet);  // which who sends it reads to free it, and nobody before
  extend_in_front(packet, header.size);
  copy_frame_header(rte_pktmbuf_mtod(packet, std::uint8_t*), header);
  if (header.has_ip()) {
    finish(packet);
  }
}

inline rte_mbuf* FrameBuilder::in_place(LinkPacket& link, const FrameHeader& header) {
  rte_mbuf* packet = link.packet;
  if (packet == nullptr || packet->nb_segs != 1 || !RTE_MBUF_DIRECT(packet) ||
      rte_mbuf_refcnt_read(packet) != 1 || link.length != packet->data_len ||
      rte_pktmbuf_headroom(packet) < std::size_t{header.size} + link.header_length) {
    return nullptr;
  }
  link.packet = nullptr;
  extend_in_front(packet, std::size_t{header.size} + link.header_length);
  copy_headers(rte_pktmbuf_mtod(packet, std::uint8_t*), link, header);
  return packet;
}

}  // namespace augustus::face
