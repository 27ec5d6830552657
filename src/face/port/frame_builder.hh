// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <string>

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

  /// The finished frame, its destination's MAC address apart; nullptr when there is no buffer. May take over
  /// `link.packet` (which is nullptr then). The first segment of a frame is written by its holder alone.
  rte_mbuf* build(LinkPacket& link, const FrameHeader& header);

 private:
  rte_mbuf* in_place(LinkPacket& link, const FrameHeader& header);
  rte_mbuf* copied(const LinkPacket& link, const FrameHeader& header);
  rte_mbuf* chained(const LinkPacket& link, const FrameHeader& header);
  rte_mbuf* part_of(rte_mbuf* segment, std::size_t offset, std::size_t length);

  PacketPool& pool_;
  rte_mempool* parts_ = nullptr;
};

}  // namespace augustus::face
