// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>

#include "face/port/port_options.hh"
#include "scenario/router/lan_frame.hh"
#include "scenario/router/ring_wire.hh"

namespace augustus::scenario {

/// The host on the link of one of the router's DPDK ports. It answers ARP when it looks at what has come.
class LanHost {
 public:
  /// `number` is the link's: 10.77.NUMBER.0/24.
  /// The queues are those of the router's port; a flow of the host's goes to one of them.
  LanHost(unsigned number, unsigned receive_queues, unsigned send_queues);

  /// The router's port on this link.
  face::PortOptions port() const;
  std::string ip() const { return "10.77." + std::to_string(number_) + ".2"; }

  void send_udp(std::uint16_t own_port, std::span<const std::uint8_t> payload);
  void send_ndn(std::span<const std::uint8_t> payload);
  /// What came next for this UDP port; nothing when nothing is there now.
  std::optional<Bytes> receive_udp(std::uint16_t own_port);
  /// What came next for the NDN group.
  std::optional<Bytes> receive_ndn();

  /// Looks at all that has come.
  void look();

  static constexpr std::size_t mtu = 1500;

 private:
  unsigned number_;
  unsigned queues_;
  LanAddress own_;
  LanAddress router_;
  RingWire wire_;
  std::map<std::uint16_t, std::deque<Bytes>> udp_;
  std::deque<Bytes> ndn_;
};

}  // namespace augustus::scenario
