// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "face/buffer_shares.hh"
#include "face/reassembler.hh"
#include "face/waiting_packets.hh"

namespace augustus::face {

/// What the transports that one thread drives keep of the packet pool, all of them together however many they are:
/// fragments of packets that are not whole, packets that wait for their Ack, and packets that wait for slow readers.
struct LinkBuffers {
  static constexpr std::uint32_t messages_max = 2048;

  /// `threads`: among which the pool is divided. `messages`: unfinished packets, at most. `pool` and `faces` outlive
  /// this.
  LinkBuffers(PacketPool& pool, FaceTable& faces, unsigned threads, std::uint32_t messages = messages_max)
      : reassembler(pool, {.messages = messages, .pool_parts = reassembly_part * threads}),
        unacknowledged(pool, unacknowledged_part * threads),
        waiting(pool, faces, waiting_part * threads) {}

  static constexpr unsigned reassembly_part = 4;
  static constexpr unsigned unacknowledged_part = 4;
  static constexpr unsigned waiting_part = 4;

  Reassembler reassembler;
  BufferShares unacknowledged;
  WaitingPackets waiting;
};

/// The buffers that a transport draws from: those of the thread that drives it or, without any, some of its own.
class LinkBuffersOfTransport {
 public:
  /// `of_thread` outlives this, and everything that draws from it; may be nullptr.
  LinkBuffersOfTransport(LinkBuffers* of_thread, PacketPool& pool, FaceTable& faces)
      : own_(of_thread == nullptr ? std::make_unique<LinkBuffers>(pool, faces, 1) : nullptr),
        used_(of_thread != nullptr ? *of_thread : *own_) {}

  LinkBuffers& operator*() const { return used_; }
  LinkBuffers* operator->() const { return &used_; }

 private:
  std::unique_ptr<LinkBuffers> own_;
  LinkBuffers& used_;
};

}  // namespace augustus::face
