// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenario/router/face_end.hh"

struct rte_ring;

namespace augustus::scenario {

/// A DPDK device (net_ring) whose wires end here: what a port on it sends is taken, what is given it
/// receives. Outlives the port.
class RingWire {
 public:
  /// The router's port can have so many queues: to receive from, and to send on.
  RingWire(unsigned receive_queues, unsigned send_queues);
  ~RingWire();
  RingWire(const RingWire&) = delete;
  RingWire& operator=(const RingWire&) = delete;

  /// The device's name, for PortOptions.
  const std::string& device() const { return device_; }

  /// Into one of the device's receive queues.
  void give(std::span<const std::uint8_t> frame, unsigned queue = 0);
  /// The next frame that was sent; nothing when none is there now.
  std::optional<Bytes> take();

 private:
  std::vector<rte_ring*> in_;
  std::vector<rte_ring*> out_;
  std::size_t next_out_ = 0;
  std::string device_;
};

}  // namespace augustus::scenario
