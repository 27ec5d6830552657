// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "scenario/router/face_end.hh"

struct rte_ring;

namespace augustus::scenario {

/// A DPDK device (net_ring) whose wires end here: what a port on it sends is taken, what is given it
/// receives. Outlives the port.
class RingWire {
 public:
  RingWire();
  ~RingWire();
  RingWire(const RingWire&) = delete;
  RingWire& operator=(const RingWire&) = delete;

  /// The device's name, for PortOptions.
  const std::string& device() const { return device_; }

  void give(std::span<const std::uint8_t> frame);
  /// The next frame that was sent; nothing when none is there now.
  std::optional<Bytes> take();

 private:
  rte_ring* in_;
  rte_ring* out_;
  std::string device_;
};

}  // namespace augustus::scenario
