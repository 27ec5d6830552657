// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/packet_pool.hh"
#include "face/face_table.hh"

namespace augustus::traffic {

/// What all DPDK ports of a run share. Starts the EAL unless it runs.
class PortContext {
 public:
  PortContext() : pool_("traffic", small_packets, large_packets), faces_(faces_max) {}

  PacketPool& pool() { return pool_; }
  face::FaceTable& faces() { return faces_; }

 private:
  static constexpr unsigned small_packets = 16'383;
  static constexpr unsigned large_packets = 4095;
  static constexpr std::uint32_t faces_max = 256;

  PacketPool pool_;
  face::FaceTable faces_;
};

}  // namespace augustus::traffic
