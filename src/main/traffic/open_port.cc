// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <rte_eth_ring.h>
#include <rte_ring.h>

#include <algorithm>
#include <stdexcept>

#include "base/eal.hh"
#include "main/client/interrupt.hh"
#include "main/errors.hh"
#include "main/traffic/open_link.hh"
#include "traffic/links/compact_port_link.hh"
#include "traffic/links/port_link.hh"

namespace augustus::traffic {
namespace {

constexpr TimeNs neighbour_patience = 5 * nanoseconds_per_second;

bool is_pci_address(const std::string& device) {
  return std::count(device.begin(), device.end(), ':') == 2 && device.find('.') != std::string::npos;
}

face::MacAddress parse_mac(const std::string& text) {
  const auto mac = face::MacAddress::parse(text);
  if (!mac) {
    throw UsageError(fmt::format("'{}' is not an Ethernet address such as 02:00:00:00:00:01", text));
  }
  return *mac;
}

std::optional<face::FaceUri> parse_remote(const std::string& text) {
  if (text.empty()) {
    return std::nullopt;
  }
  const auto uri = face::FaceUri::parse(text);
  const auto canonical = uri ? uri->canonical() : std::nullopt;
  const bool fits = canonical && (canonical->scheme == "ether" || canonical->scheme.starts_with("udp"));
  if (!fits) {
    throw UsageError(fmt::format("'{}' is not ether://[MAC] or udp4://ADDRESS:PORT", text));
  }
  return canonical;
}

wire::PacketFormat format_of(const std::string& header) {
  return header == "compact"        ? wire::PacketFormat::compact
         : header == "compact-2016" ? wire::PacketFormat::compact_2016
                                    : wire::PacketFormat::ndn;
}

face::PortOptions port_options(const EndOptions& end, const FormatOptions& format, unsigned number) {
  face::PortOptions port;
  port.name = fmt::format("port{}", number);
  port.device = end.device;
  port.header = format_of(format.header);
  port.ethernet_multicast = !format.is_compact();
  // The router's neighbours come and go; here one is measured.
  port.idle_timeout = 24 * 3600 * nanoseconds_per_second;
  for (const std::string& text : end.addresses) {
    const auto prefix = face::IpPrefix::parse(text);
    if (!prefix) {
      throw UsageError(
          fmt::format("'{}' is not an address with its prefix length such as 192.0.2.1/24", text));
    }
    port.addresses.push_back(*prefix);
  }
  for (const std::string& text : end.gateways) {
    const auto address = face::IpAddress::parse(text);
    if (!address) {
      throw UsageError(fmt::format("'{}' is not an IP address", text));
    }
    port.gateways.push_back(*address);
  }
  if (end.mtu != 0) {
    port.mtu = end.mtu;
  }
  if (!end.mac.empty()) {
    port.mac = parse_mac(end.mac);
  }
  return port;
}

class Nobody final : public Link::Receiver {
 public:
  void receive(const Packet&) override {}
};

/// Until ARP or Neighbor Discovery has been answered: what is sent before may be dropped.
void find_remote(PortLink& link, const std::string& remote) {
  Nobody nobody;
  const TimeNs deadline = monotonic_now() + neighbour_patience;
  for (TimeNs now = monotonic_now(); !link.reaches_remote(); now = monotonic_now()) {
    if (now > deadline) {
      throw std::runtime_error("nobody answers at " + remote + " on the port's link");
    }
    if (client::interrupted()) {
      throw client::Interrupted();
    }
    link.receive(nobody, now);
    link.flush(now);
    pollfd nothing{-1, 0, 0};
    client::wait_for(nothing, now + nanoseconds_per_millisecond);
  }
}

rte_ring* make_ring(const char* name) {
  constexpr unsigned frames = 4096;
  rte_ring* ring = rte_ring_create(name, frames, SOCKET_ID_ANY, RING_F_SP_ENQ | RING_F_SC_DEQ);
  if (ring == nullptr) {
    throw std::runtime_error(std::string("no memory for the ring ") + name);
  }
  return ring;
}

}  // namespace

PortContext& LinkOpener::context(const std::string& device) {
  if (!context_) {
    EalOptions eal{.huge_pages = format_.huge_pages, .memory_mb = format_.memory_mb, .pci_devices = {}};
    const std::string name = device.substr(0, device.find(','));
    if (is_pci_address(name)) {
      eal.pci_devices.push_back(name);
    }
    start_eal(eal);
    context_ = std::make_unique<PortContext>();
  }
  return *context_;
}

std::unique_ptr<Link> LinkOpener::open_port(const EndOptions& end) {
  face::PortOptions port = port_options(end, format_, ports_++);
  const auto remote = parse_remote(end.remote);
  if (format_.is_compact()) {
    if (remote) {
      port.peer = parse_mac(remote->host);
    }
    return std::make_unique<CompactPortLink>(port, context(port.device));
  }
  try {
    auto link = std::make_unique<PortLink>(port, remote, context(port.device));
    find_remote(*link, end.remote);
    return link;
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

LinkOpener::Pair LinkOpener::open_pair(EndOptions left, const EndOptions& right) {
  if (left.mac.empty() && right.mac.empty() && right.device == left.device) {
    throw UsageError("the two ends need a port each");
  }
  auto right_link = attach(right);
  if (const auto* port = dynamic_cast<const PortLink*>(right_link.get());
      port != nullptr && left.remote.empty()) {
    left.remote = "ether://[" + port->mac().text() + "]";
  }
  auto left_link = attach(left);
  wait_until_up(*left_link);
  wait_until_up(*right_link);
  return {std::move(left_link), std::move(right_link)};
}

LinkOpener::Pair LinkOpener::open_rings() {
  context("");
  rte_ring* there = make_ring("traffic_there");
  rte_ring* back = make_ring("traffic_back");
  if (rte_eth_from_rings("left", &back, 1, &there, 1, 0) < 0 ||
      rte_eth_from_rings("right", &there, 1, &back, 1, 0) < 0) {
    throw std::runtime_error("DPDK made no ports of the rings");
  }
  EndOptions left, right;
  left.device = "net_ring_left";
  left.mac = "02:00:00:00:00:01";
  right.device = "net_ring_right";
  right.mac = "02:00:00:00:00:02";
  return open_pair(left, right);
}

}  // namespace augustus::traffic
