// SPDX-License-Identifier: Apache-2.0
#include "traffic/links/compact_port_link.hh"

#include <rte_prefetch.h>

#include <cstring>

#include "face/port/ethernet_header.hh"
#include "face/port/frame_decoder.hh"
#include "face/port/ipv4_header.hh"
#include "wire/compact_codec.hh"
#include "wire/dispatch_hash.hh"
#include "wire/tlv_header.hh"

namespace augustus::traffic {
namespace {

constexpr std::size_t headers = face::ethernet_header_bytes + face::ipv4_header_bytes;

}  // namespace

CompactPortLink::CompactPortLink(const face::PortOptions& options, PortContext& context)
    : options_(options),
      context_(context),
      device_(options_, context.pool()),
      output_(device_, port_counters_) {}

std::size_t CompactPortLink::overhead(std::size_t, std::size_t) const {
  return face::ipv4_header_bytes;
}

bool CompactPortLink::send(const Packet& packet) {
  wire::PacketView view;
  if (packet.bytes.size() + face::ipv4_header_bytes > device_.mtu() ||
      wire::parse_compact(packet.bytes, options_.header, view) != wire::ParseOutcome::ok) {
    counters_.refused.add();
    return false;
  }
  const std::size_t bytes = headers + packet.bytes.size();
  rte_mbuf* frame = output_.room() == 0 ? nullptr : context_.pool().allocate(bytes);
  auto* at =
      frame == nullptr
          ? nullptr
          : reinterpret_cast<std::uint8_t*>(rte_pktmbuf_append(frame, static_cast<std::uint16_t>(bytes)));
  if (at == nullptr) {
    counters_.output_full.add();
    rte_pktmbuf_free(frame);
    return false;
  }
  std::array<std::uint8_t, 4> source;
  wire::store_be32(source.data(), static_cast<std::uint32_t>(
                                      wire::dispatch_hash(packet.bytes.data(), view, options_.batch)));
  constexpr std::array<std::uint8_t, 4> destination{1, 1, 1, 1};
  at = face::write_ethernet(at, options_.peer, device_.mac(), face::ethertype_ipv4);
  at = face::write_ipv4(at, face::IpAddress::v4(source.data()), face::IpAddress::v4(destination.data()),
                        face::protocol_compact, packet.bytes.size());
  std::memcpy(at, packet.bytes.data(), packet.bytes.size());
  output_.push(frame);
  return true;
}

void CompactPortLink::flush(TimeNs) {
  output_.flush();
  counters_.out_packets.set(port_counters_.out_frames.value());
  counters_.out_bytes.set(port_counters_.out_bytes.value());
}

unsigned CompactPortLink::receive(Receiver& receiver, TimeNs) {
  std::array<rte_mbuf*, burst> frames;
  const unsigned count = device_.receive(frames.data(), burst);
  for (unsigned i = 0; i < count; ++i) {
    rte_prefetch0(rte_pktmbuf_mtod(frames[i], const void*));
  }
  unsigned packets = 0;
  for (unsigned i = 0; i < count; ++i) {
    face::FrameView view;
    const bool readable = frames[i]->nb_segs == 1 &&
                          face::decode_frame(packet_bytes(frames[i]), device_.trust_of(frames[i]), view) ==
                              face::PortDrop::none;
    // A kernel interface gives back what was sent on it.
    if (readable && view.kind == face::FrameKind::compact && view.ethernet.source != device_.mac()) {
      ++packets;
      counters_.in_bytes.add(frames[i]->pkt_len);
      receiver.receive({.bytes = view.ip.payload});
    }
  }
  counters_.in_packets.add(packets);
  rte_pktmbuf_free_bulk(frames.data(), count);
  return count;
}

}  // namespace augustus::traffic
