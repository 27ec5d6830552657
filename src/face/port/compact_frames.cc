// SPDX-License-Identifier: Apache-2.0
#include "face/port/compact_frames.hh"

#include <cstring>
#include <new>

#include "face/port/append.hh"
#include "face/port/port_frame.hh"
#include "forward/arrival.hh"
#include "wire/compact_codec.hh"

namespace augustus::face {

void CompactFrames::begin(rte_mbuf* packet, FaceId face, FaceCounters& counters) const {
  const auto bytes = packet_bytes(packet);
  packet->ol_flags = 0;
  counters.in_packets.add();
  counters.in_bytes.add(bytes.size());
  const bool is_data = bytes.size() > wire::compact_kind_offset && bytes[wire::compact_kind_offset] != 0;
  (is_data ? counters.in_data : counters.in_interests).add();
  new (&forward::arrival_of(packet)) forward::Arrival{.face = face, .format = header_.format};
}

void CompactFrames::accept_plain(rte_mbuf* frame, FaceId face, FaceCounters& counters) {
  frame->data_off = static_cast<std::uint16_t>(frame->data_off + CompactHeader::bytes);
  frame->data_len = static_cast<std::uint16_t>(frame->data_len - CompactHeader::bytes);
  frame->pkt_len = frame->data_len;
  begin(frame, face, counters);
}

void CompactFrames::accept(rte_mbuf* frame, const FrameView& view, FaceId face, FaceCounters& counters) {
  const bool has_options = view.ip.payload.data() - view.ethernet.payload.data() != ipv4_header_bytes;
  cut_frame(frame, view.ip.payload);
  begin(frame, face, counters);
  if (has_options) {
    // What stands in front is not a header to send it with.
    forward::arrival_of(frame).own_header = false;
  }
}

/// Whether the packet may be one of this format. The router never sends another one here; a program may name
/// the Face.
bool CompactFrames::is_ours(const rte_mbuf* packet) const {
  constexpr std::uint8_t first_max = 1;
  return packet->data_len != 0 && *rte_pktmbuf_mtod(packet, const std::uint8_t*) <= first_max;
}

rte_mbuf* CompactFrames::framed(const forward::Outgoing& outgoing, PortDrop& drop) {
  rte_mbuf* const packet = outgoing.packet;
  drop = outgoing.kind == wire::PacketKind::nack      ? PortDrop::compact_nack
         : !is_ours(packet)                           ? PortDrop::untranslatable
         : packet->pkt_len + ipv4_header_bytes > mtu_ ? PortDrop::compact_too_long
                                                      : PortDrop::none;
  if (drop != PortDrop::none) [[unlikely]] {
    rte_pktmbuf_free(packet);
    return nullptr;
  }
  if (packet->nb_segs != 1 || !RTE_MBUF_DIRECT(packet) || rte_mbuf_refcnt_read(packet) != 1 ||
      rte_pktmbuf_headroom(packet) < CompactHeader::bytes) [[unlikely]] {
    return copied(packet, drop);
  }
  const forward::Arrival& arrival = forward::arrival_of(packet);
  const bool has_header = arrival.format == header_.format && arrival.own_header;
  packet->data_off = static_cast<std::uint16_t>(packet->data_off - CompactHeader::bytes);
  packet->data_len = static_cast<std::uint16_t>(packet->data_len + CompactHeader::bytes);
  packet->pkt_len = packet->data_len;
  if (has_header) {
    header_.write_ethernet_alone(packet_bytes(packet));
  } else {
    header_.write(packet_bytes(packet));
  }
  return packet;
}

rte_mbuf* CompactFrames::copied(rte_mbuf* packet, PortDrop& drop) {
  const std::size_t size = CompactHeader::bytes + packet->pkt_len;
  rte_mbuf* frame = pool_.allocate(size);
  if (frame == nullptr) {
    drop = PortDrop::no_buffer;
  } else {
    std::uint8_t* const at = append(frame, size).data();
    const void* from = rte_pktmbuf_read(packet, 0, packet->pkt_len, at + CompactHeader::bytes);
    if (from != at + CompactHeader::bytes) {
      std::memcpy(at + CompactHeader::bytes, from, packet->pkt_len);
    }
    header_.write({at, size});
  }
  rte_pktmbuf_free(packet);
  return frame;
}

}  // namespace augustus::face
