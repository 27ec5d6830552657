// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hh"
#include "base/device_number.hh"
#include "face/face_info.hh"
#include "face/face_uri.hh"
#include "face/port/ip_prefix.hh"
#include "face/port/mac_address.hh"
#include "wire/packet_format.hh"

namespace augustus::face {

/// How packets get from a port to the workers that own their partitions (docs/dispatch.md).
enum class PortDispatch : std::uint8_t {
  direct,      ///< one worker receives and hands on what is not its own
  dispatcher,  ///< a thread that does nothing else receives
  rss_udp,     ///< a receive queue a worker; the NIC spreads by UDP destination port
  rss_ip,      ///< likewise, by IP address
};

/// Whether several workers receive, each from a queue.
constexpr bool spreads(PortDispatch dispatch) {
  return dispatch == PortDispatch::rss_udp || dispatch == PortDispatch::rss_ip;
}

/// One DPDK port as the configuration has it.
struct PortOptions {
  /// What Face URIs call it: dev://NAME.
  std::string name;
  DeviceNumber number = device_none;  ///< of its Faces and frames
  /// The ethdev: "0000:01:00.0" or "net_af_packet0", possibly followed by its arguments,
  /// "net_af_packet0,iface=eth1". A device the EAL does not know yet is attached.
  std::string device;
  std::vector<IpPrefix> addresses;   ///< own addresses with the length of their links' prefixes
  std::vector<IpAddress> gateways;   ///< at most one of each family
  std::optional<std::uint16_t> mtu;  ///< bytes of an IP packet; absent: as the device has it
  std::optional<MacAddress> mac;     ///< absent: the device's
  std::uint16_t udp_port = ndn_port;
  /// Whether UDP checksums that a sender on the same machine left unfinished pass; absent: where the driver
  /// reads a kernel interface (net_af_packet, net_af_xdp), which gets them so from veth and virtual machines.
  std::optional<bool> unfinished_checksums;

  /// What packets look like on the link. With a compact header the port has one Face from the start, to
  /// whoever is at the other end; it goes on to speak NDN over UDP and Ethernet beside.
  wire::PacketFormat header = wire::PacketFormat::ndn;
  /// With a compact header: packets are forwarded as they are, by their compact names, and only between ports
  /// that do so too. Otherwise they are translated to NDN's form.
  bool keeps_names = false;
  MacAddress peer = mac_broadcast;  ///< where frames with a compact header go
  std::uint32_t batch = 1;          ///< segments a batch, for the hash in their source address

  /// The kernel's interface that is made for what the router has no use for; empty: none, it is dropped.
  std::string host_interface;
  PortDispatch dispatch = PortDispatch::direct;
  /// The worker that drives the port, or the dispatcher where it has one, both counted from 0; absent: in
  /// turn.
  std::optional<unsigned> worker;
  unsigned threads = 1;  ///< that would share the port: it has a queue for each, as far as the device goes
  std::uint16_t udp_ports = 1;  ///< from udp_port on; which of them a packet takes is the sender's choice

  bool takes_udp_port(std::uint16_t port) const { return port >= udp_port && port - udp_port < udp_ports; }

  bool udp_on_demand = true;       ///< whether UDP packets from strangers make Faces
  bool ethernet_on_demand = true;  ///< whether Ethernet unicast from strangers makes Faces
  bool ethernet_multicast = true;  ///< whether the port has the multicast Face from the start
  TimeNs idle_timeout = 600 * nanoseconds_per_second;  ///< of on-demand Faces
  std::uint32_t on_demand_max = 0;                     ///< of this port; 0: what the face table allows
  std::uint64_t on_demand_flags = flag_congestion_marking;
};

}  // namespace augustus::face
