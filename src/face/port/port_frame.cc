// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_frame.hh"

#include <cstring>

namespace augustus::face {

void cut_frame(rte_mbuf* frame, std::span<const std::uint8_t> part) {
  const auto* start = rte_pktmbuf_mtod(frame, const std::uint8_t*);
  frame->data_off = static_cast<std::uint16_t>(frame->data_off + (part.data() - start));
  frame->data_len = static_cast<std::uint16_t>(part.size());
  frame->pkt_len = frame->data_len;
}

rte_mbuf* sole_frame(rte_mbuf* frame, PacketPool& pool, PortCounters& counters) {
  const bool wasteful =
      frame->pool == pool.large() && frame->pkt_len <= small_packet_room - RTE_PKTMBUF_HEADROOM;
  if (!wasteful && frame->nb_segs == 1 && RTE_MBUF_DIRECT(frame) && rte_mbuf_refcnt_read(frame) == 1 &&
      frame->priv_size >= packet_private_bytes) {
    return frame;
  }
  const std::uint32_t length = frame->pkt_len;
  rte_mbuf* copy = pool.allocate(length);
  if (copy == nullptr) {
    counters.drop(PortDrop::no_buffer);
  } else {
    copy->ol_flags = frame->ol_flags & RTE_MBUF_F_RX_L4_CKSUM_MASK;
    void* to = rte_pktmbuf_append(copy, static_cast<std::uint16_t>(length));
    const void* from = rte_pktmbuf_read(frame, 0, length, to);
    if (from != to) {
      std::memcpy(to, from, length);
    }
  }
  rte_pktmbuf_free(frame);
  return copy;
}

}  // namespace augustus::face
