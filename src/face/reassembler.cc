// SPDX-License-Identifier: Apache-2.0
#include "face/reassembler.hh"

#include <bit>
#include <cstring>

#include "forward/arrival.hh"

namespace augustus::face {

struct Reassembler::Message {
  std::uint64_t endpoint = 0;
  std::uint64_t base = 0;     ///< Sequence of fragment 0
  rte_mbuf* first = nullptr;  ///< fragments by ascending index, linked by rte_mbuf::next
  rte_mbuf* last = nullptr;
  FaceCounters* counters = nullptr;
  TimeNs deadline = 0;
  std::uint32_t bytes = 0;
  std::uint16_t fragments = 0;
  std::uint16_t expected = 0;
  std::uint32_t next_in_bucket = 0;  ///< or the next free one
  std::uint32_t older = 0;
  std::uint32_t newer = 0;
};

namespace {

constexpr std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdull;
  value ^= value >> 33;
  return value;
}

/// A waiting fragment's index is kept where the buffer has a field to spare.
std::uint32_t& fragment_index(rte_mbuf* fragment) {
  return fragment->hash.fdir.hi;
}

}  // namespace

Reassembler::Reassembler(PacketPool& pool, const Limits& limits)
    : pool_(pool),
      limits_(limits),
      messages_(std::make_unique<Message[]>(limits.messages)),
      buckets_(std::make_unique<std::uint32_t[]>(std::bit_ceil(limits.messages))),
      bucket_mask_(std::bit_ceil(limits.messages) - 1) {
  for (std::uint32_t i = 0; i < limits.messages; ++i) {
    messages_[i].next_in_bucket = i + 1 < limits.messages ? i + 1 : none;
  }
  std::fill_n(buckets_.get(), bucket_mask_ + 1, none);
}

Reassembler::~Reassembler() {
  while (oldest_ != none) {
    release(messages_[oldest_]);
  }
}

rte_mbuf* Reassembler::receive(rte_mbuf* fragment, const wire::LpHeader& header, std::uint64_t endpoint,
                               FaceCounters& counters, TimeNs now) {
  expire(now);
  Message* message = find(endpoint, header.sequence - header.frag_index);
  if (message != nullptr && message->expected != header.frag_count) {
    counters.in_reassembly_dropped.add();
    rte_pktmbuf_free(fragment);
    return nullptr;
  }
  if (buffers_ >= limits_.buffers) {
    Message& longest = messages_[oldest_];
    if (&longest == message) {
      message = nullptr;
    }
    give_up(longest);
  }
  if (message == nullptr) {
    message = &create(endpoint, header, counters);
  }
  fragment_index(fragment) = static_cast<std::uint32_t>(header.frag_index);
  if (!insert(*message, fragment)) {
    counters.in_duplicates.add();
    rte_pktmbuf_free(fragment);
    return nullptr;
  }
  touch(*message, now);
  if (message->bytes > packet_bytes_max) {
    give_up(*message);
    return nullptr;
  }
  return message->fragments == message->expected ? complete(*message) : nullptr;
}

std::uint32_t& Reassembler::bucket(std::uint64_t endpoint, std::uint64_t base) {
  return buckets_[mix(endpoint * 0x9e3779b97f4a7c15ull + base) & bucket_mask_];
}

Reassembler::Message* Reassembler::find(std::uint64_t endpoint, std::uint64_t base) {
  for (std::uint32_t i = bucket(endpoint, base); i != none; i = messages_[i].next_in_bucket) {
    if (messages_[i].endpoint == endpoint && messages_[i].base == base) {
      return &messages_[i];
    }
  }
  return nullptr;
}

Reassembler::Message& Reassembler::create(std::uint64_t endpoint, const wire::LpHeader& header,
                                          FaceCounters& counters) {
  make_room(endpoint);
  const std::uint32_t index = free_;
  Message& message = messages_[index];
  free_ = message.next_in_bucket;
  message = Message{.endpoint = endpoint, .base = header.sequence - header.frag_index, .counters = &counters};
  message.expected = static_cast<std::uint16_t>(header.frag_count);
  std::uint32_t& head = bucket(endpoint, message.base);
  message.next_in_bucket = head;
  head = index;
  message.older = newest_;
  message.newer = none;
  (newest_ != none ? messages_[newest_].newer : oldest_) = index;
  newest_ = index;
  ++used_;
  return message;
}

void Reassembler::make_room(std::uint64_t endpoint) {
  std::uint32_t of_endpoint = 0;
  Message* oldest_of_endpoint = nullptr;
  for (std::uint32_t i = newest_; i != none; i = messages_[i].older) {
    if (messages_[i].endpoint == endpoint) {
      ++of_endpoint;
      oldest_of_endpoint = &messages_[i];
    }
  }
  if (of_endpoint >= limits_.messages_per_endpoint) {
    give_up(*oldest_of_endpoint);
  } else if (free_ == none) {
    give_up(messages_[oldest_]);
  }
}

bool Reassembler::insert(Message& message, rte_mbuf* fragment) {
  const std::uint32_t index = fragment_index(fragment);
  rte_mbuf* before = nullptr;
  // In order is the rule: the new fragment goes behind the last one.
  if (message.last != nullptr && fragment_index(message.last) < index) {
    before = message.last;
  } else {
    for (rte_mbuf* other = message.first; other != nullptr && fragment_index(other) <= index;
         other = other->next) {
      before = other;
    }
  }
  if (before != nullptr && fragment_index(before) == index) {
    return false;
  }
  rte_mbuf*& link = before != nullptr ? before->next : message.first;
  fragment->next = link;
  link = fragment;
  if (fragment->next == nullptr) {
    message.last = fragment;
  }
  message.bytes += fragment->data_len;
  ++message.fragments;
  ++buffers_;
  return true;
}

rte_mbuf* Reassembler::complete(Message& message) {
  const forward::Arrival& arrival = forward::arrival_of(message.first);
  rte_mbuf* packet = pool_.allocate(std::size_t{message.bytes} + arrival.announcement_length);
  if (packet == nullptr) {
    message.counters->in_no_buffer.add();
    release(message);
    return nullptr;
  }
  forward::arrival_of(packet) = arrival;
  for (const rte_mbuf* fragment = message.first; fragment != nullptr; fragment = fragment->next) {
    std::memcpy(rte_pktmbuf_append(packet, fragment->data_len), rte_pktmbuf_mtod(fragment, const void*),
                fragment->data_len);
  }
  if (arrival.announcement_length != 0) {
    // Behind the packet's bytes, in the same buffer.
    const auto offset = static_cast<std::uint16_t>(packet->data_off + packet->data_len);
    std::memcpy(static_cast<std::uint8_t*>(packet->buf_addr) + offset,
                static_cast<const std::uint8_t*>(message.first->buf_addr) + arrival.announcement_offset,
                arrival.announcement_length);
    forward::arrival_of(packet).announcement_offset = offset;
  }
  release(message);
  return packet;
}

void Reassembler::touch(Message& message, TimeNs now) {
  const auto index = static_cast<std::uint32_t>(&message - messages_.get());
  message.deadline = now + limits_.timeout;
  if (newest_ == index) {
    return;
  }
  unlink_age(message);
  message.older = newest_;
  message.newer = none;
  (newest_ != none ? messages_[newest_].newer : oldest_) = index;
  newest_ = index;
}

void Reassembler::unlink_age(Message& message) {
  (message.older != none ? messages_[message.older].newer : oldest_) = message.newer;
  (message.newer != none ? messages_[message.newer].older : newest_) = message.older;
}

void Reassembler::give_up(Message& message) {
  message.counters->in_reassembly_dropped.add();
  release(message);
}

void Reassembler::release(Message& message) {
  const auto index = static_cast<std::uint32_t>(&message - messages_.get());
  std::uint32_t* link = &bucket(message.endpoint, message.base);
  while (*link != index) {
    link = &messages_[*link].next_in_bucket;
  }
  *link = message.next_in_bucket;
  unlink_age(message);
  buffers_ -= message.fragments;
  while (message.first != nullptr) {
    rte_mbuf* fragment = message.first;
    message.first = fragment->next;
    fragment->next = nullptr;
    rte_pktmbuf_free(fragment);
  }
  message.next_in_bucket = free_;
  free_ = index;
  --used_;
}

TimeNs Reassembler::expire(TimeNs now) {
  while (oldest_ != none && messages_[oldest_].deadline <= now) {
    give_up(messages_[oldest_]);
  }
  return oldest_ != none ? messages_[oldest_].deadline : time_never;
}

}  // namespace augustus::face
