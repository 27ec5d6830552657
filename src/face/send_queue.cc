// SPDX-License-Identifier: Apache-2.0
#include "face/send_queue.hh"

#include <algorithm>

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

void SendQueue::pop() {
  LinkPacket& oldest = at(0);
  bytes_ -= oldest.bytes();
  rte_pktmbuf_free(oldest.packet);
  ++head_;
  if (head_ == tail_) {
    // Start over in front: the lines there are still in the cache.
    head_ = tail_ = 0;
  }
}

void SendQueue::drop_newest() {
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
