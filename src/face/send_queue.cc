// SPDX-License-Identifier: Apache-2.0
#include "face/send_queue.hh"

#include <algorithm>

#include "face/waiting_packets.hh"

namespace augustus::face {

unsigned gather(const LinkPacket& packet, std::size_t skip, iovec* pieces) {
  unsigned count = 0;
  const auto add = [&](const std::uint8_t* data, std::size_t length) {
    const std::size_t skipped = std::min(skip, length);
    skip -= skipped;
    if (length > skipped && count < gather_max) {
      pieces[count++] = {const_cast<std::uint8_t*>(data) + skipped, length - skipped};
    }
  };
  add(packet.header.data(), packet.header_length);

  std::size_t before = packet.offset;
  std::size_t left = packet.length;
  for (rte_mbuf* segment = packet.packet; segment != nullptr && left != 0; segment = segment->next) {
    if (before >= segment->data_len) {
      before -= segment->data_len;
      continue;
    }
    const std::size_t taken = std::min<std::size_t>(segment->data_len - before, left);
    add(rte_pktmbuf_mtod(segment, const std::uint8_t*) + before, taken);
    before = 0;
    left -= taken;
  }
  return count;
}

SendQueue::SendQueue(std::uint32_t capacity)
    : capacity_(capacity), slots_(std::make_unique_for_overwrite<LinkPacket[]>(capacity)) {}

void SendQueue::count_in(WaitingPackets& waiting, PoolShares::Holder holder, bool is_local) {
  waiting_ = &waiting;
  holder_ = holder;
  is_local_ = is_local;
}

bool SendQueue::settle(bool begun) {
  if (waiting_ == nullptr || counted_ == size()) {
    return true;
  }
  waiting_->relieve();
  while (counted_ < size() && waiting_->take(*this, at(counted_))) {
  }
  const bool holds_begun = !begun || counted_ != 0;
  while (counted_ < size() && size() > 1) {
    waiting_->drop_newest(*this);
  }
  if (counted_ == 0 && size() == 1 && !begun) {
    waiting_->drop_newest(*this);
  }
  return holds_begun;
}

bool SendQueue::is_asked_back() {
  return is_asked_back_ && counted_ != 0 && waiting_->is_short_for(at(0));
}

void SendQueue::let_go(const LinkPacket& packet) {
  --counted_;
  waiting_->give_back(*this, packet);
}

void SendQueue::pop() {
  LinkPacket& oldest = at(0);
  if (counted_ != 0) [[unlikely]] {
    let_go(oldest);
  }
  bytes_ -= oldest.bytes();
  rte_pktmbuf_free(oldest.packet);
  ++head_;
  if (head_ == tail_) {
    // Start over in front: the lines there are still in the cache.
    head_ = tail_ = 0;
  }
}

void SendQueue::drop_newest() {
  if (counted_ == size()) {
    let_go(at(size() - 1));
  }
  --tail_;
  bytes_ -= back().bytes();
  rte_pktmbuf_free(back().packet);
}

void SendQueue::clear() {
  while (!empty()) {
    pop();
  }
}

}  // namespace augustus::face
