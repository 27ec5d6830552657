// SPDX-License-Identifier: Apache-2.0
#include "face/port/frame_decoder.hh"

#include "face/port/icmp_message.hh"
#include "face/port/ipv4_header.hh"
#include "face/port/ipv6_header.hh"
#include "wire/tlv_header.hh"

namespace augustus::face {
namespace {

/// Short frames are padded: the packet is as long as its own length says.
PortDrop cut_padding(std::span<const std::uint8_t> payload, std::span<const std::uint8_t>& packet) {
  wire::TlvHeader header;
  if (wire::read_tlv_header(payload.data(), payload.data() + payload.size(), header) !=
      wire::TlvOutcome::ok) {
    return PortDrop::bad_link_packet;
  }
  packet = payload.first(static_cast<std::size_t>(header.end() - payload.data()));
  return PortDrop::none;
}

PortDrop decode_icmp_payload(FrameView& view) {
  IcmpKind kind;
  if (const PortDrop drop = decode_icmp(view.ip, kind); drop != PortDrop::none) {
    return drop;
  }
  if (kind == IcmpKind::echo_request) {
    view.kind = FrameKind::echo_request;
    return PortDrop::none;
  }
  view.kind = FrameKind::neighbour;
  return decode_neighbour(view.ip, view.neighbour);
}

PortDrop decode_ip(PortDrop header_drop, ChecksumTrust trust, FrameView& view) {
  if (header_drop != PortDrop::none) {
    return header_drop;
  }
  if (view.ip.protocol == protocol_compact && view.ip.source.is_v4() && !view.ip.is_fragment) {
    // The source address is a hash of the name: any will do.
    view.kind = FrameKind::compact;
    return PortDrop::none;
  }
  if (view.ip.source.is_multicast() || view.ip.source.is_broadcast()) {
    return PortDrop::bad_source_address;
  }
  if (view.ip.is_fragment) {
    view.kind = FrameKind::fragment;
    return PortDrop::none;
  }
  return decode_ip_payload(trust, view);
}

}  // namespace

PortDrop decode_ip_payload(ChecksumTrust trust, FrameView& view) {
  if (view.ip.protocol == protocol_udp) {
    view.kind = FrameKind::udp;
    const PortDrop drop = decode_udp(view.ip, trust, view.udp);
    view.link_packet = view.udp.payload;
    return drop;
  }
  if (view.ip.protocol == (view.ip.source.is_v4() ? protocol_icmp : protocol_icmpv6)) {
    return decode_icmp_payload(view);
  }
  return PortDrop::unknown_protocol;
}

PortDrop decode_frame(std::span<const std::uint8_t> frame, ChecksumTrust trust, FrameView& view) {
  if (const PortDrop drop = decode_ethernet(frame, view.ethernet); drop != PortDrop::none) {
    return drop;
  }
  const auto payload = view.ethernet.payload;
  switch (view.ethernet.type) {
    case ethertype_ipv4:
      return decode_ip(decode_ipv4(payload, view.ip), trust, view);
    case ethertype_ipv6:
      return decode_ip(decode_ipv6(payload, view.ip), trust, view);
    case ethertype_ndn:
      view.kind = FrameKind::ndn;
      return cut_padding(payload, view.link_packet);
    case ethertype_arp:
      view.kind = FrameKind::arp;
      return decode_arp(payload, view.arp);
    default:
      return PortDrop::unknown_ethertype;
  }
}

}  // namespace augustus::face
