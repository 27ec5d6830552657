// SPDX-License-Identifier: Apache-2.0
#include "face/reassembler.hh"

#include <algorithm>
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
  Holder holder = 0;
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
      bucket_mask_(std::bit_ceil(limits.messages) - 1),
      buffers_(pool, limits.pool_parts),
      unacknowledged_(pool, limits.pool_parts),
      shares_(PoolShares::Rule::for_buffers(limits.messages)) {
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

rte_mbuf* Reassembler::receive(rte_mbuf* fragment, const wire::LpHeader& header, const Sender& sender,
                               FaceCounters& counters, TimeNs now) {
  expire(now);
  const Holder holder = shares_.holder_of(sender.source);
  bool fits = make_room(buffers_.of(fragment), holder, sender.is_local);
  Message* message = find(sender.endpoint, header.sequence - header.frag_index);
  fits = fits && (message == nullptr || message->expected == header.frag_count);
  if (fits && message == nullptr) {
    message = create(sender, holder, header, counters);
  }
  if (!fits || message == nullptr) {
    counters.in_reassembly_dropped.add();
    rte_pktmbuf_free(fragment);
    return nullptr;
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

Reassembler::Message* Reassembler::create(const Sender& sender, Holder holder, const wire::LpHeader& header,
                                          FaceCounters& counters) {
  if (!make_room(shares_, holder, sender.is_local)) {
    return nullptr;
  }
  shares_.add(holder);
  const std::uint32_t index = free_;
  Message& message = messages_[index];
  free_ = message.next_in_bucket;
  message = Message{
      .endpoint = sender.endpoint, .base = header.sequence - header.frag_index, .counters = &counters};
  message.holder = holder;
  message.expected = static_cast<std::uint16_t>(header.frag_count);
  std::uint32_t& head = bucket(message.endpoint, message.base);
  message.next_in_bucket = head;
  head = index;
  message.older = newest_;
  message.newer = none;
  (newest_ != none ? messages_[newest_].newer : oldest_) = index;
  newest_ = index;
  return &message;
}

/// Room for one unit more of the holder's; false: none, even without what he has.
bool Reassembler::make_room(PoolShares& shares, Holder holder, bool is_local) {
  if (shares.short_by() != 0) [[unlikely]] {
    relieve(shares);
  }
  while (!shares.may_take(holder, is_local)) {
    shares.count_refusal();
    if (!give_up_oldest_of(holder)) {
      return false;
    }
  }
  return true;
}

/// Who has most gives way, by some more than is missing: looking for him is not for each fragment.
void Reassembler::relieve(PoolShares& shares) {
  const Holder largest = shares.largest();
  const std::uint32_t held = shares.held(largest);
  while (shares.short_by() != 0 || shares.held(largest) > held - held / 8) {
    if (!give_up_oldest_of(largest)) {
      return;
    }
    shares.count_refusal();
  }
}

bool Reassembler::give_up_oldest_of(Holder holder) {
  for (std::uint32_t i = oldest_; i != none; i = messages_[i].newer) {
    if (messages_[i].holder == holder) {
      give_up(messages_[i]);
      return true;
    }
  }
  return false;
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
  buffers_.of(fragment).add(message.holder);
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
  shares_.give_back(message.holder);
  while (message.first != nullptr) {
    rte_mbuf* fragment = message.first;
    message.first = fragment->next;
    fragment->next = nullptr;
    buffers_.of(fragment).give_back(message.holder);
    rte_pktmbuf_free(fragment);
  }
  message.next_in_bucket = free_;
  free_ = index;
}

TimeNs Reassembler::expire(TimeNs now) {
  while (oldest_ != none && messages_[oldest_].deadline <= now) {
    give_up(messages_[oldest_]);
  }
  return oldest_ != none ? messages_[oldest_].deadline : time_never;
}

}  // namespace augustus::face
