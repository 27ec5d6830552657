// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>
#include <memory>

#include "base/counter.hh"
#include "forward/forwarder.hh"
#include "wire/packet_view.hh"

namespace augustus::worker {

/// Packets taken from a transport before they are forwarded together.
inline constexpr unsigned burst_packets_max = 64;

/// Time spent forwarding for one partition; written by its owner, read by anyone. On a line of its own.
struct alignas(64) BusyCycles {
  Counter cycles;  ///< of the time stamp counter
};

/// A partition as the worker that owns it has it, with the packets waiting to be forwarded together. Moves
/// from worker to worker as a whole.
struct OwnPartition {
  std::uint32_t number = 0;
  std::unique_ptr<forward::Forwarder> forwarder;
  Counter* busy_cycles = nullptr;
  unsigned count = 0;  ///< packets waiting
  std::array<rte_mbuf*, burst_packets_max> packets;
  std::array<wire::PacketView, burst_packets_max> views;
};

}  // namespace augustus::worker
