// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "face/reassembler.hh"
#include "face/waiting_packets.hh"

namespace augustus::face {

/// What the stream Faces that one thread drives keep of the packet pool, all of them together: fragments of packets
/// that are not whole, and packets that wait for slow readers.
struct LinkBuffers {
  /// `threads`: among which the pool is divided.
  LinkBuffers(PacketPool& pool, FaceTable& faces, unsigned threads)
      : reassembler(pool, {.messages = messages, .pool_parts = reassembly_part * threads}),
        waiting(pool, faces, waiting_part * threads) {}

  static constexpr std::uint32_t messages = 1024;
  static constexpr unsigned reassembly_part = 8;
  static constexpr unsigned waiting_part = 4;

  Reassembler reassembler;
  WaitingPackets waiting;
};

}  // namespace augustus::face
