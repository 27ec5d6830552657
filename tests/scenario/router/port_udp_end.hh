// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/router/lan_host.hh"

namespace augustus::scenario {

/// The far end of a UDP Face on a DPDK port: one flow of the host on its link.
class PortUdpEnd final : public FaceEnd {
 public:
  /// `host` outlives it.
  PortUdpEnd(LanHost& host, std::uint16_t port, unsigned lane) : FaceEnd(lane), host_(host), port_(port) {}

  std::size_t mtu() const override { return LanHost::mtu - ip_and_udp_bytes; }

 private:
  static constexpr std::size_t ip_and_udp_bytes = 28;

  void put(std::span<const std::uint8_t> link_packet) override { host_.send_udp(port_, link_packet); }
  std::optional<Bytes> take() override { return host_.receive_udp(port_); }

  LanHost& host_;
  std::uint16_t port_;
};

}  // namespace augustus::scenario
