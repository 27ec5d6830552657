// SPDX-License-Identifier: Apache-2.0
#include "face/waiting_packets.hh"

namespace augustus::face {

WaitingPackets::WaitingPackets(PacketPool& pool, FaceTable& faces, unsigned pool_parts)
    : faces_(faces), buffers_(pool, pool_parts) {}

bool WaitingPackets::take(SendQueue& queue, const LinkPacket& packet) {
  // Without a packet there is no buffer.
  if (packet.packet != nullptr && !buffers_.of(packet.packet).take(queue.holder_, queue.is_local_)) {
    return false;
  }
  if (queue.counted_++ == 0) {
    queue.is_asked_back_ = false;
    queue.before_ = nullptr;
    queue.after_ = first_;
    (first_ != nullptr ? first_->before_ : last_) = &queue;
    first_ = &queue;
  }
  return true;
}

void WaitingPackets::give_back(SendQueue& queue, const LinkPacket& packet) {
  if (packet.packet != nullptr) {
    buffers_.of(packet.packet).give_back(queue.holder_);
  }
  if (queue.counted_ == 0) {
    (queue.before_ != nullptr ? queue.before_->after_ : first_) = queue.after_;
    (queue.after_ != nullptr ? queue.after_->before_ : last_) = queue.before_;
  }
}

void WaitingPackets::drop_newest(SendQueue& queue) {
  faces_.counters(queue.at(queue.size() - 1).face).out_queue_full.add();
  queue.drop_newest();
}

void WaitingPackets::relieve() {
  for (PoolShares* shares : {&buffers_.small(), &buffers_.large()}) {
    if (shares->short_by() != 0) [[unlikely]] {
      relieve(*shares);
    }
  }
}

/// The longest of his queues loses half; the oldest packet stays, which may be on its way.
void WaitingPackets::relieve(PoolShares& shares) {
  SendQueue* longest = longest_of(shares.largest());
  if (longest == nullptr) {
    return;
  }
  if (longest->size() == 1) {
    ask_back(shares);
    return;
  }
  for (std::uint32_t keep = longest->size() / 2; longest->size() > keep && longest->size() > 1;) {
    shares.count_refusal();
    drop_newest(*longest);
  }
}

/// So many holders have one packet each that it is these that take the room. As many as are missing are asked back: first
/// of who has most, then of all, those that have waited for longest before others.
void WaitingPackets::ask_back(PoolShares& shares) {
  const std::uint32_t wanted = ask_back(shares, shares.held(shares.largest()), shares.short_by());
  ask_back(shares, 0, wanted);
}

/// Returns how many of those wanted are left.
std::uint32_t WaitingPackets::ask_back(PoolShares& shares, std::uint32_t least_held, std::uint32_t wanted) {
  for (SendQueue* queue = last_; queue != nullptr && wanted != 0; queue = queue->before_) {
    const rte_mbuf* const packet = queue->at(0).packet;
    const bool counts = queue->counted_ == 1 && packet != nullptr && &buffers_.of(packet) == &shares;
    if (counts && !queue->is_asked_back_ && shares.held(queue->holder_) >= least_held) {
      queue->is_asked_back_ = true;
      --wanted;
    }
  }
  return wanted;
}

SendQueue* WaitingPackets::longest_of(PoolShares::Holder holder) const {
  SendQueue* longest = nullptr;
  for (SendQueue* queue = first_; queue != nullptr; queue = queue->after_) {
    if (queue->holder_ == holder && (longest == nullptr || queue->counted_ > longest->counted_)) {
      longest = queue;
    }
  }
  return longest;
}

}  // namespace augustus::face
