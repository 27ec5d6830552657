// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "face/buffer_shares.hh"
#include "face/face_table.hh"
#include "face/send_queue.hh"

namespace augustus::face {

/// The packets that wait in one thread's send queues for readers that are slow, shared out by who reads. Whoever may
/// leave no more loses the newest; where little room is left, so does who has most. Once that leaves no queue more than a
/// packet, those whose reader stalls are to give up even this one. Used by one thread; figures by any.
class WaitingPackets {
 public:
  /// One in `pool_parts` of the pool's buffers may wait. `faces` has the counters of what is dropped.
  WaitingPackets(PacketPool& pool, FaceTable& faces, unsigned pool_parts);

  PoolShares::Holder holder_of(std::uint64_t source) const { return buffers_.holder_of(source); }
  const BufferShares& buffers() const { return buffers_; }

  // For SendQueue.
  /// Counts the queue's next packet; false: it may not wait.
  bool take(SendQueue& queue, const LinkPacket& packet);
  void give_back(SendQueue& queue, const LinkPacket& packet);
  /// Drops the queue's newest packet and counts that.
  void drop_newest(SendQueue& queue);
  /// Has who leaves most give way where little room is left.
  void relieve();
  /// Whether little room is left for packets like this one.
  bool is_short_for(const LinkPacket& packet) {
    return packet.packet != nullptr && buffers_.of(packet.packet).short_by() != 0;
  }

 private:
  void relieve(PoolShares& shares);
  SendQueue* longest_of(PoolShares::Holder holder) const;
  void ask_back(PoolShares& shares);
  std::uint32_t ask_back(PoolShares& shares, std::uint32_t least_held, std::uint32_t wanted);

  FaceTable& faces_;
  BufferShares buffers_;
  SendQueue* first_ = nullptr;  ///< of the queues that have packets which count
  SendQueue* last_ = nullptr;   ///< the one that has had some for longest
};

}  // namespace augustus::face
