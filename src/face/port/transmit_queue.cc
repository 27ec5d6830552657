// SPDX-License-Identifier: Apache-2.0
#include "face/port/transmit_queue.hh"

#include <algorithm>

namespace augustus::face {

void TransmitQueue::push(rte_mbuf* frame) {
  if (full() && !flush() && full()) {
    counters_.drop(PortDrop::transmit_full);
    rte_pktmbuf_free(frame);
    return;
  }
  frames_[tail_++] = frame;
}

bool TransmitQueue::flush() {
  while (head_ != tail_) {
    std::uint64_t bytes = 0;
    std::array<std::uint32_t, capacity> sizes;
    for (unsigned i = head_; i < tail_; ++i) {
      sizes[i] = frames_[i]->pkt_len;
    }
    const unsigned sent =
        device_.transmit(frames_.data() + head_, static_cast<std::uint16_t>(tail_ - head_), queue_);
    if (sent == 0) {
      break;
    }
    for (unsigned i = head_; i < head_ + sent; ++i) {
      bytes += sizes[i];
    }
    counters_.out_frames.add(sent);
    counters_.out_bytes.add(bytes);
    head_ += sent;
  }
  std::copy(frames_.data() + head_, frames_.data() + tail_, frames_.data());
  tail_ -= head_;
  head_ = 0;
  return empty();
}

void TransmitQueue::clear(PortDrop reason) {
  if (!empty()) {
    counters_.drop(reason, tail_ - head_);
    rte_pktmbuf_free_bulk(frames_.data() + head_, tail_ - head_);
    head_ = tail_ = 0;
  }
}

}  // namespace augustus::face
