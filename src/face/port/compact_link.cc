// SPDX-License-Identifier: Apache-2.0
#include "face/port/compact_link.hh"

#include <array>

#include "base/packet_limit.hh"
#include "face/port/append.hh"
#include "wire/compact_codec.hh"
#include "wire/compact_translate.hh"

namespace augustus::face {
namespace {

constexpr std::size_t header_bytes = CompactHeader::bytes;

bool is_packet(wire::ParseOutcome outcome) {
  return outcome == wire::ParseOutcome::ok || outcome == wire::ParseOutcome::hop_limit_zero;
}

std::size_t room_for(std::size_t bytes, const wire::PacketView& view) {
  return bytes + wire::translation_growth_max + std::size_t{4} * view.component_count;
}

/// Keeps the first `length` bytes that were written into the buffer; frees it when there are none.
rte_mbuf* trimmed(rte_mbuf* packet, std::size_t length) {
  if (length == 0) {
    rte_pktmbuf_free(packet);
    return nullptr;
  }
  rte_pktmbuf_trim(packet, static_cast<std::uint16_t>(packet->data_len - length));
  return packet;
}

}  // namespace

rte_mbuf* CompactLink::to_packet(std::span<const std::uint8_t> bytes, PortDrop& drop) {
  wire::PacketView view;
  if (!is_packet(wire::parse_compact(bytes, header_.format, view))) {
    drop = PortDrop::bad_compact_packet;
    return nullptr;
  }
  rte_mbuf* packet = pool_.allocate(room_for(bytes.size(), view));
  if (packet == nullptr) {
    drop = PortDrop::no_buffer;
    return nullptr;
  }
  const auto room = append(packet, room_for(bytes.size(), view));
  packet = trimmed(packet, wire::translate_from_compact(bytes, view, room));
  drop = packet != nullptr ? PortDrop::none : PortDrop::untranslatable;
  return packet;
}

rte_mbuf* CompactLink::to_frame(const rte_mbuf* packet, PortDrop& drop) {
  std::array<std::uint8_t, packet_bytes_max> copy;
  wire::PacketView view;
  if (packet->pkt_len > copy.size()) {
    drop = PortDrop::compact_too_long;
    return nullptr;
  }
  // Only a chain is copied.
  const auto* start =
      static_cast<const std::uint8_t*>(rte_pktmbuf_read(packet, 0, packet->pkt_len, copy.data()));
  const std::span<const std::uint8_t> bytes{start, packet->pkt_len};
  if (!is_packet(wire::parse_packet(bytes, view))) {
    drop = PortDrop::untranslatable;
    return nullptr;
  }
  rte_mbuf* frame = pool_.allocate(header_bytes + room_for(bytes.size(), view));
  if (frame == nullptr) {
    drop = PortDrop::no_buffer;
    return nullptr;
  }
  const auto room = append(frame, header_bytes + room_for(bytes.size(), view));
  const std::size_t length =
      wire::translate_to_compact(bytes, view, header_.format, room.subspan(header_bytes));
  frame = trimmed(frame, length == 0 ? 0 : header_bytes + length);
  if (frame == nullptr) {
    drop = PortDrop::untranslatable;
    return nullptr;
  }
  if (frame->pkt_len - ethernet_header_bytes > mtu_) {
    drop = PortDrop::compact_too_long;
    rte_pktmbuf_free(frame);
    return nullptr;
  }
  header_.write(packet_bytes(frame));
  drop = PortDrop::none;
  return frame;
}

rte_mbuf* CompactLink::frame_of(const forward::Outgoing& outgoing, FaceCounters& face, PortCounters& port) {
  PortDrop drop = PortDrop::compact_nack;
  // The header has no Nacks; PIT tokens and marks stay behind as well.
  rte_mbuf* frame = outgoing.kind == wire::PacketKind::nack ? nullptr : to_frame(outgoing.packet, drop);
  rte_pktmbuf_free(outgoing.packet);
  if (frame == nullptr) {
    port.drop(drop);
    return nullptr;
  }
  face.out_packets.add();
  face.out_bytes.add(frame->pkt_len);
  (outgoing.kind == wire::PacketKind::data ? face.out_data : face.out_interests).add();
  return frame;
}

}  // namespace augustus::face
