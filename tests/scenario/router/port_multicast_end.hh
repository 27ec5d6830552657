// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/router/lan_host.hh"

namespace augustus::scenario {

/// The far end of the Ethernet multicast Face of a DPDK port.
class PortMulticastEnd final : public FaceEnd {
 public:
  /// `host` outlives it.
  PortMulticastEnd(LanHost& host, unsigned lane) : FaceEnd(lane), host_(host) {}

  std::size_t mtu() const override { return LanHost::mtu; }

 private:
  void put(std::span<const std::uint8_t> link_packet) override { host_.send_ndn(link_packet); }
  std::optional<Bytes> take() override { return host_.receive_ndn(); }

  LanHost& host_;
};

}  // namespace augustus::scenario
