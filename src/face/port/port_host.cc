// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "face/port/port_transport.hh"
#include "forward/arrival.hh"

namespace augustus::face {
namespace {

constexpr unsigned host_burst = 32;
/// While frames keep coming, the kernel's are looked for at every so many bursts.
constexpr unsigned host_interval = 16;

/// Well-formed, but nothing for the router.
bool is_other_traffic(PortDrop drop) {
  switch (drop) {
    case PortDrop::other_mac:
    case PortDrop::vlan_tagged:
    case PortDrop::unknown_ethertype:
    case PortDrop::other_address:
    case PortDrop::unknown_protocol:
    case PortDrop::other_udp_port:
    case PortDrop::icmp_ignored:
    case PortDrop::arp_ignored:
      return true;
    default:
      return false;
  }
}

}  // namespace

void PortTransport::give_host(const rte_mbuf* frame) {
  // What an interface of this machine sends may have its checksum left to the NIC.
  const bool hold = device_.trust_of(frame) != ChecksumTrust::none;
  if (host_->give(frame, hold)) {
    counters_.to_host.add();
  } else {
    counters_.drop(PortDrop::host_full);
  }
}

bool PortTransport::share_with_host(const rte_mbuf* frame, FrameKind kind, PortDrop drop) {
  if (drop == PortDrop::none) {
    // Both have neighbours.
    if (kind == FrameKind::arp || kind == FrameKind::neighbour) {
      give_host(frame);
    }
    return false;
  }
  if (is_other_traffic(drop)) {
    give_host(frame);
    return true;
  }
  return false;
}

/// The same with elements of a graph, which keep a reference of their own.
bool PortTransport::share_with_elements(rte_mbuf* frame, FrameKind kind, PortDrop drop, Ingress& ingress) {
  const bool neighbours = drop == PortDrop::none && (kind == FrameKind::arp || kind == FrameKind::neighbour);
  if (!neighbours && !is_other_traffic(drop)) {
    return false;
  }
  new (&forward::arrival_of(frame)) forward::Arrival{.frame_of = options_.number};
  if (device_.trust_of(frame) != ChecksumTrust::none) {
    frame->ol_flags = (frame->ol_flags & ~RTE_MBUF_F_RX_L4_CKSUM_MASK) | RTE_MBUF_F_RX_L4_CKSUM_GOOD;
  }
  rte_pktmbuf_refcnt_update(frame, 1);
  if (!ingress.receive_frame(frame)) {
    rte_pktmbuf_refcnt_update(frame, -1);
    return false;
  }
  return !neighbours;
}

unsigned PortTransport::forward_from_host(unsigned received) {
  if (received != 0 && ++host_turn_ % host_interval != 0) {
    return 0;
  }
  unsigned taken = 0;
  for (; taken < host_burst; ++taken) {
    rte_mbuf* frame = host_->take();
    if (frame == nullptr) {
      break;
    }
    output_.push(frame);
  }
  counters_.from_host.add(taken);
  return taken;
}

}  // namespace augustus::face
