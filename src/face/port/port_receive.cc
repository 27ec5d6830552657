// SPDX-License-Identifier: Apache-2.0
#include <rte_prefetch.h>

#include <array>
#include <cstring>

#include "face/face_source.hh"
#include "face/port/icmp_message.hh"
#include "face/port/ipv4_header.hh"
#include "face/port/port_frame.hh"
#include "face/port/port_transport.hh"
#include "forward/arrival.hh"

namespace augustus::face {
namespace {

/// Tells whether a frame is still the one that came, untouched.
class WholeFrame {
 public:
  explicit WholeFrame(const rte_mbuf* frame)
      : frame_(frame), start_(rte_pktmbuf_mtod(frame, const void*)), length_(frame->pkt_len) {}
  bool is(const rte_mbuf* frame) const {
    return frame == frame_ && rte_pktmbuf_mtod(frame, const void*) == start_ && frame->pkt_len == length_;
  }

 private:
  const rte_mbuf* frame_;
  const void* start_;
  std::uint32_t length_;
};

}  // namespace

unsigned PortTransport::receive(Ingress& ingress, TimeNs now) {
  std::array<rte_mbuf*, burst> frames;
  take_mail(ingress, now);
  const unsigned count = device_.receive(frames.data(), burst);
  for (unsigned i = 0; i < count; ++i) {
    rte_prefetch0(rte_pktmbuf_mtod(frames[i], const void*));
    rte_prefetch0(rte_pktmbuf_mtod_offset(frames[i], const void*, RTE_CACHE_LINE_SIZE));
    rte_prefetch0(rte_mbuf_to_priv(frames[i]));
  }
  IngressBatch batch(ingress);
  for (unsigned i = 0; i < count; ++i) {
    counters_.in_bytes.add(frames[i]->pkt_len);
    if (rte_mbuf* frame = sole_frame(frames[i], pool_, counters_)) {
      receive_frame(frame, batch, now);
    }
  }
  counters_.in_frames.add(count);
  const unsigned from_host = host_ ? forward_from_host(count) : 0;
  if (!output_.empty()) {
    output_.flush();
  }
  return count + from_host;
}

void PortTransport::receive_frame(rte_mbuf* frame, IngressBatch& batch, TimeNs now) {
  FrameView view;
  view.kind = FrameKind::ndn;
  const WholeFrame whole(frame);
  PortDrop drop = decode_frame(packet_bytes(frame), device_.trust_of(frame), view);
  if (drop == PortDrop::none && view.ethernet.source == device_.mac()) {
    // A kernel interface's own traffic, or a loop.
    drop = PortDrop::own_mac;
  } else if (drop == PortDrop::none) {
    drop = view.kind == FrameKind::compact ? accept_compact(frame, view, batch, now)
           : is_for_us(view)               ? accept(frame, view, batch, now)
                                           : PortDrop::other_mac;
  }
  const bool shared = frame != nullptr && whole.is(frame) &&
                      (host_ ? share_with_host(frame, view.kind, drop)
                             : share_with_elements(frame, view.kind, drop, batch.ingress()));
  if (drop != PortDrop::none && !shared) {
    counters_.drop(drop);
  }
  rte_pktmbuf_free(frame);
}

bool PortTransport::is_for_us(const FrameView& view) const {
  const MacAddress& to = view.ethernet.destination;
  switch (view.kind) {
    case FrameKind::ndn:
      return to == device_.mac() || to == mac_ndn_group;
    case FrameKind::arp:
      return to == device_.mac() || to == mac_broadcast;
    default:
      // Groups of IPv6; which ones, their IP address tells.
      return to == device_.mac() || (to.bytes[0] == 0x33 && to.bytes[1] == 0x33 && !view.ip.source.is_v4());
  }
}

/// Takes the frame (sets it to nullptr) where it is kept or passed on.
PortDrop PortTransport::accept(rte_mbuf*& frame, FrameView& view, IngressBatch& batch, TimeNs now) {
  switch (view.kind) {
    case FrameKind::ndn:
      return accept_ndn(frame, view, batch, now);
    case FrameKind::arp:
      return neighbours_.receive_arp(view, now);
    default:
      break;
  }
  const bool to_group = view.ip.destination.is_multicast() && addresses_.hears(view.ip.destination);
  if (!to_group && !addresses_.owns(view.ip.destination)) {
    return PortDrop::other_address;
  }
  if (to_group && view.kind != FrameKind::neighbour) {
    return PortDrop::other_address;
  }
  return accept_ip(frame, view, batch, now);
}

PortDrop PortTransport::accept_ip(rte_mbuf*& frame, FrameView& view, IngressBatch& batch, TimeNs now) {
  if (view.kind == FrameKind::fragment) {
    if (host_ && view.ip.protocol != protocol_udp) {
      return PortDrop::unknown_protocol;
    }
    cut_frame(frame, view.ip.payload);
    frame = ip_reassembler_.receive(frame, view.ip, now);
    if (frame == nullptr) {
      return PortDrop::none;
    }
    if (const PortDrop drop = decode_ip_payload(ChecksumTrust::none, view); drop != PortDrop::none) {
      return drop;
    }
  }
  switch (view.kind) {
    case FrameKind::udp:
      return accept_udp(frame, view, batch, now);
    case FrameKind::echo_request:
      return answer_echo(view);
    default:
      return neighbours_.receive_neighbour(view, now);
  }
}

PortDrop PortTransport::accept_udp(rte_mbuf*& frame, const FrameView& view, IngressBatch& batch, TimeNs now) {
  if (!options_.takes_udp_port(view.udp.destination_port)) {
    return PortDrop::other_udp_port;
  }
  const PortFaceKey key = PortFaceKey::udp(view.ip.source, view.udp.source_port);
  PortFace* face = faces_.find(key);
  if (face == nullptr) {
    if (view.udp.source_port == 0 || !addresses_.next_hop(view.ip.source)) {
      return PortDrop::bad_source_address;
    }
    face = welcome(key, &view.ip.destination, options_.udp_on_demand, batch, now);
  }
  if (face != nullptr) {
    deliver(frame, view, *face, {}, batch, now);
  }
  return PortDrop::none;
}

PortDrop PortTransport::accept_ndn(rte_mbuf*& frame, const FrameView& view, IngressBatch& batch, TimeNs now) {
  const MacAddress& sender = view.ethernet.source;
  if (sender.is_group() || sender.is_zero()) {
    return PortDrop::bad_source_address;
  }
  if (view.ethernet.destination.is_group()) {
    PortFace* face = faces_.find(PortFaceKey::ethernet_multicast());
    if (face == nullptr) {
      return PortDrop::no_face;
    }
    const std::uint64_t number = sender.number();
    deliver(frame, view, *face, {.endpoint = number, .source = source_of_mac(number)}, batch, now);
    return PortDrop::none;
  }
  const PortFaceKey key = PortFaceKey::ethernet(sender);
  PortFace* face = faces_.find(key);
  if (face == nullptr) {
    face = welcome(key, nullptr, options_.ethernet_on_demand, batch, now);
  }
  if (face != nullptr) {
    deliver(frame, view, *face, {}, batch, now);
  }
  return PortDrop::none;
}

void PortTransport::deliver(rte_mbuf*& frame, const FrameView& view, PortFace& face, const LinkSender& sender,
                            IngressBatch& batch, TimeNs now) {
  cut_frame(frame, view.link_packet);
  face.last_receive = now;
  rte_mbuf* packet = frame;
  frame = nullptr;
  packet->ol_flags = 0;
  batch.receive(face.link, packet, sender, now);
}

PortDrop PortTransport::answer_echo(const FrameView& view) {
  const bool v4 = view.ip.source.is_v4();
  const std::size_t ip_bytes = v4 ? ipv4_header_bytes : ipv6_header_bytes;
  const std::size_t message = view.ip.payload.size();
  if (ip_bytes + message > device_.mtu()) {
    return PortDrop::echo_too_long;
  }
  const std::size_t frame_bytes = ethernet_header_bytes + ip_bytes + message;
  rte_mbuf* answer = pool_.allocate(frame_bytes);
  if (answer == nullptr) {
    return PortDrop::no_buffer;
  }
  auto* at =
      reinterpret_cast<std::uint8_t*>(rte_pktmbuf_append(answer, static_cast<std::uint16_t>(frame_bytes)));
  at = write_ethernet(at, view.ethernet.source, device_.mac(), v4 ? ethertype_ipv4 : ethertype_ipv6);
  constexpr std::uint8_t hops = 64;
  at = v4 ? write_ipv4(at, view.ip.destination, view.ip.source, protocol_icmp, message)
          : write_ipv6(at, view.ip.destination, view.ip.source, protocol_icmpv6, hops, message);
  write_echo_reply(at, view.ip);
  output_.push(answer);
  counters_.echoes_answered.add();
  return PortDrop::none;
}

}  // namespace augustus::face
