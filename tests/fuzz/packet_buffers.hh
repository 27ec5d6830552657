// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/packet_pool.hh"
#include "face/transport.hh"
#include "forward/arrival.hh"

namespace augustus {

using Bytes = std::vector<std::uint8_t>;

/// The one packet pool of a fuzz target: so few buffers that a long input can use them up, and none in a cache, so that
/// those in use are counted exactly.
inline PacketPool& packet_buffers() {
  static auto* const pool = new PacketPool("fuzz", 511, 63);
  return *pool;
}

/// Keeps what a transport or a link service received.
class Inbox : public face::Ingress {
 public:
  void receive(rte_mbuf* packet) override {
    const auto bytes = packet_bytes(packet);
    packets.emplace_back(bytes.begin(), bytes.end());
    rte_pktmbuf_free(packet);
  }

  std::vector<Bytes> packets;
};

}  // namespace augustus
