// SPDX-License-Identifier: Apache-2.0
#include "face/datagram_receiver.hh"

#include <algorithm>
#include <cstring>

namespace augustus::face {

DatagramReceiver::DatagramReceiver(PacketPool& pool, TransportCounters& counters)
    : pool_(pool),
      counters_(counters),
      slots_(std::make_unique<Slot[]>(burst)),
      overflow_(std::make_unique_for_overwrite<std::uint8_t[]>(burst * overflow_bytes)) {
  for (unsigned i = 0; i < burst; ++i) {
    Slot& slot = slots_[i];
    slot.pieces[1] = {overflow_.get() + i * overflow_bytes, overflow_bytes};
    msghdr& message = messages_[i].msg_hdr;
    message.msg_name = slot.sender.data();
    message.msg_iov = slot.pieces.data();
    message.msg_iovlen = slot.pieces.size();
    message.msg_control = slot.control.data();
  }
  refill(0);
}

DatagramReceiver::~DatagramReceiver() {
  for (unsigned i = 0; i < armed_; ++i) {
    rte_pktmbuf_free(buffers_[i]);
  }
}

void DatagramReceiver::arm(unsigned slot, rte_mbuf* buffer) {
  buffers_[slot] = buffer;
  slots_[slot].pieces[0] = {rte_pktmbuf_mtod(buffer, void*), small_bytes};
  messages_[slot].msg_hdr.msg_namelen = SocketAddress::capacity;
  messages_[slot].msg_hdr.msg_controllen = control_bytes;
}

void DatagramReceiver::refill(unsigned used) {
  std::array<rte_mbuf*, burst> fresh;
  const unsigned missing = used + (burst - armed_);
  if (rte_pktmbuf_alloc_bulk(pool_.small(), fresh.data(), missing) == 0) {
    unsigned next = 0;
    for (unsigned slot = 0; slot < used; ++slot) {
      arm(slot, fresh[next++]);
    }
    for (unsigned slot = armed_; slot < burst; ++slot) {
      arm(slot, fresh[next++]);
    }
    armed_ = burst;
    return;
  }
  // The pool runs low: the buffers that are left move to the front.
  for (unsigned slot = used; slot < armed_; ++slot) {
    arm(slot - used, buffers_[slot]);
  }
  armed_ -= used;
}

unsigned DatagramReceiver::discard(int fd) {
  // Left in the socket, the datagrams would make it readable for ever; they are lost either way.
  std::array<mmsghdr, burst> nowhere{};
  const int count = recvmmsg(fd, nowhere.data(), burst, MSG_DONTWAIT | MSG_TRUNC, nullptr);
  if (count > 0) {
    counters_.in_no_buffer.add(static_cast<unsigned>(count));
  }
  return static_cast<unsigned>(std::max(count, 0));
}

unsigned DatagramReceiver::receive(int fd, std::array<Datagram, burst>& datagrams, unsigned& kept) {
  kept = 0;
  if (armed_ < burst) {
    refill(0);
  }
  if (armed_ == 0) {
    return discard(fd);
  }
  const int received = recvmmsg(fd, messages_.data(), armed_, MSG_DONTWAIT, nullptr);
  if (received <= 0) {
    return 0;
  }
  const auto count = static_cast<unsigned>(received);
  for (unsigned i = 0; i < count; ++i) {
    if ((messages_[i].msg_hdr.msg_flags & MSG_TRUNC) != 0) {
      counters_.in_oversized.add();
      rte_pktmbuf_free(buffers_[i]);
    } else if (rte_mbuf* packet = take(i, messages_[i].msg_len)) {
      datagrams[kept++] = Datagram{packet, &slots_[i].sender, &messages_[i].msg_hdr};
    }
  }
  return count;
}

void DatagramReceiver::done(unsigned taken) {
  if (armed_ != 0) {
    refill(taken);
  }
}

rte_mbuf* DatagramReceiver::take(unsigned slot, std::size_t length) {
  rte_mbuf* small = buffers_[slot];
  if (length <= small_bytes) {
    small->data_len = static_cast<std::uint16_t>(length);
    small->pkt_len = static_cast<std::uint32_t>(length);
    return small;
  }
  rte_mbuf* large = pool_.allocate(length);
  if (large != nullptr) {
    auto* bytes =
        reinterpret_cast<std::uint8_t*>(rte_pktmbuf_append(large, static_cast<std::uint16_t>(length)));
    std::memcpy(bytes, rte_pktmbuf_mtod(small, const void*), small_bytes);
    std::memcpy(bytes + small_bytes, slots_[slot].pieces[1].iov_base, length - small_bytes);
  } else {
    counters_.in_no_buffer.add();
  }
  rte_pktmbuf_free(small);
  return large;
}

}  // namespace augustus::face
