// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "base/counter.hh"
#include "face/port/port_drop.hh"

namespace augustus::face {

/// What went through a port; written by the thread that drives it, read by anyone. What belongs to one Face
/// is in its FaceCounters.
struct PortCounters {
  Counter in_frames, in_bytes;
  Counter out_frames, out_bytes;
  Counter in_fragments;    ///< of IP packets
  Counter in_reassembled;  ///< IP packets
  Counter arp_answered, neighbours_answered, echoes_answered;
  Counter neighbours_asked;
  Counter to_host, from_host;  ///< frames of the host's own traffic
  Counter faces_created, faces_expired;
  Counter passed;  ///< between the threads that share the port
  std::array<Counter, port_drop_reasons> drops;

  void drop(PortDrop reason, std::uint64_t frames = 1) {
    drops[static_cast<std::size_t>(reason)].add(frames);
  }
  std::uint64_t dropped(PortDrop reason) const { return drops[static_cast<std::size_t>(reason)].value(); }
};

}  // namespace augustus::face
