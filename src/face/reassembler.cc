// SPDX-License-Identifier: Apache-2.0
#include "face/reassembler.hh"

#include <algorithm>
#include <bit>
#include <cstring>

#include "forward/arrival.hh"

namespace augustus::face {

struct Reassembler::Key {
  FaceId face = face_id_none;
  std::uint64_t endpoint = 0;
  std::uint64_t base = 0;  ///< Sequence of fragment 0

  friend bool operator==(const Key&, const Key&) = default;
};

struct Reassembler::Message {
  Key key;
  rte_mbuf* first = nullptr;  ///< fragments by ascending index, linked by rte_mbuf::next
  rte_mbuf* last = nullptr;
  FaceCounters* counters = nullptr;
  TimeNs deadline = 0;
  std::uint32_t bytes = 0;
  std::uint16_t fragments = 0;
  std::uint16_t expected = 0;
  Holder holder = 0;
  std::uint32_t next_in_bucket = 0;  ///< or the next free one
  Place place;            ///< in the list of all
  Place place_of_holder;  ///< in its holder's
};

namespace {

/// Lists of messages: as many as there are messages, at least two.
unsigned bucket_bits(std::uint32_t messages) {
  return std::max(1u, static_cast<unsigned>(std::bit_width(messages - 1)));
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
      buckets_(std::make_unique<std::uint32_t[]>(std::size_t{1} << bucket_bits(limits.messages))),
      bucket_shift_(64 - bucket_bits(limits.messages)),
      holder_ages_(std::make_unique<Ages[]>(PoolShares::holders_end)),
      buffers_(pool, limits.pool_parts),
      shares_(PoolShares::Rule::for_buffers(limits.messages)) {
  for (std::uint32_t i = 0; i < limits.messages; ++i) {
    messages_[i].next_in_bucket = i + 1 < limits.messages ? i + 1 : none;
  }
  std::fill_n(buckets_.get(), std::size_t{1} << bucket_bits(limits.messages), none);
}

Reassembler::~Reassembler() {
  while (ages_.oldest != none) {
    release(messages_[ages_.oldest]);
  }
}

rte_mbuf* Reassembler::receive(rte_mbuf* fragment, const wire::LpHeader& header, const Sender& sender,
                               FaceCounters& counters, TimeNs now) {
  expire(now);
  const Holder holder = shares_.holder_of(sender.source);
  bool fits = make_room(buffers_.of(fragment), holder, sender.is_local);
  const Key key{sender.face, sender.endpoint, header.sequence - header.frag_index};
  Message* message = find(key);
  fits = fits && (message == nullptr || message->expected == header.frag_count);
  if (fits && message == nullptr) {
    message = create(key, holder, sender.is_local, header, counters);
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

std::uint32_t& Reassembler::bucket(const Key& key) {
  const std::uint64_t from = key.endpoint ^ (std::uint64_t{key.face} << 32);
  const std::uint64_t mixed = key.base * (secret_.words[0] | 1) + from * (secret_.words[1] | 1);
  return buckets_[mixed >> bucket_shift_];
}

Reassembler::Message* Reassembler::find(const Key& key) {
  for (std::uint32_t i = bucket(key); i != none; i = messages_[i].next_in_bucket) {
    if (messages_[i].key == key) {
      return &messages_[i];
    }
  }
  return nullptr;
}

Reassembler::Message* Reassembler::create(const Key& key, Holder holder, bool is_local,
                                          const wire::LpHeader& header, FaceCounters& counters) {
  if (!make_room(shares_, holder, is_local)) {
    return nullptr;
  }
  shares_.add(holder);
  const std::uint32_t index = free_;
  Message& message = messages_[index];
  free_ = message.next_in_bucket;
  message = Message{.key = key, .counters = &counters};
  message.holder = holder;
  message.expected = static_cast<std::uint16_t>(header.frag_count);
  std::uint32_t& head = bucket(key);
  message.next_in_bucket = head;
  head = index;
  append(ages_, &Message::place, index);
  append(holder_ages_[holder], &Message::place_of_holder, index);
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

/// Who has most gives way, by an eighth of what he has if that is more than is missing: looking for him is not for each
/// fragment, unless nobody has more than a few.
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
  const std::uint32_t oldest = holder_ages_[holder].oldest;
  if (oldest == none) {
    return false;
  }
  give_up(messages_[oldest]);
  return true;
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
  if (ages_.newest == index) {
    return;
  }
  unlink(ages_, &Message::place, message);
  append(ages_, &Message::place, index);
  unlink(holder_ages_[message.holder], &Message::place_of_holder, message);
  append(holder_ages_[message.holder], &Message::place_of_holder, index);
}

void Reassembler::append(Ages& ages, Place Message::*place, std::uint32_t index) {
  messages_[index].*place = {.older = ages.newest, .newer = none};
  (ages.newest != none ? (messages_[ages.newest].*place).newer : ages.oldest) = index;
  ages.newest = index;
}

void Reassembler::unlink(Ages& ages, Place Message::*place, const Message& message) {
  const Place& its = message.*place;
  (its.older != none ? (messages_[its.older].*place).newer : ages.oldest) = its.newer;
  (its.newer != none ? (messages_[its.newer].*place).older : ages.newest) = its.older;
}

void Reassembler::give_up(Message& message) {
  message.counters->in_reassembly_dropped.add();
  release(message);
}

void Reassembler::release(Message& message) {
  const auto index = static_cast<std::uint32_t>(&message - messages_.get());
  std::uint32_t* link = &bucket(message.key);
  while (*link != index) {
    link = &messages_[*link].next_in_bucket;
  }
  *link = message.next_in_bucket;
  unlink(ages_, &Message::place, message);
  unlink(holder_ages_[message.holder], &Message::place_of_holder, message);
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
  while (ages_.oldest != none && messages_[ages_.oldest].deadline <= now) {
    give_up(messages_[ages_.oldest]);
  }
  return ages_.oldest != none ? messages_[ages_.oldest].deadline : time_never;
}

}  // namespace augustus::face
