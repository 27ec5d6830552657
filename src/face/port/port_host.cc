// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_transport.hh"

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
