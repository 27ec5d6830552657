// SPDX-License-Identifier: Apache-2.0
#include "face/reliability.hh"

#include <algorithm>

namespace augustus::face {

Reliability::Reliability(BufferShares& shares, BufferShares::Holder holder, bool is_local)
    : shares_(shares),
      holder_(holder),
      is_local_(is_local),
      lost_(std::make_unique<std::uint64_t[]>(window)),
      received_(std::make_unique<Received[]>(window)),
      acks_(std::make_unique<std::uint64_t[]>(acks_max)) {}

Reliability::~Reliability() {
  for (const auto& chunk : window_) {
    for (std::uint32_t i = 0; chunk != nullptr && i < chunk_places; ++i) {
      if ((*chunk)[i].packet != nullptr) {
        release((*chunk)[i]);
      }
    }
  }
}

Reliability::Unacked* Reliability::find(std::uint64_t tx_sequence) const {
  Chunk* chunk = window_[chunk_of(tx_sequence)].get();
  return chunk == nullptr ? nullptr : &(*chunk)[tx_sequence % chunk_places];
}

Reliability::Unacked& Reliability::make(std::uint64_t tx_sequence) {
  auto& chunk = window_[chunk_of(tx_sequence)];
  if (chunk == nullptr) {
    chunk = std::make_unique<Chunk>();
  }
  return (*chunk)[tx_sequence % chunk_places];
}

bool Reliability::waits(std::uint64_t tx_sequence) const {
  const Unacked* unacked = find(tx_sequence);
  return unacked != nullptr && unacked->packet != nullptr && unacked->header.tx_sequence == tx_sequence;
}

bool Reliability::track(wire::LpHeader& header, rte_mbuf* packet, std::uint16_t offset, std::uint16_t length,
                        TimeNs now) {
  if (next_ - oldest_ >= new_packets_max || !shares_.of(packet).take(holder_, is_local_)) {
    return false;
  }
  header.has_tx_sequence = true;
  header.tx_sequence = next_++;
  rte_pktmbuf_refcnt_update(packet, 1);
  make(header.tx_sequence) =
      Unacked{.header = header, .packet = packet, .offset = offset, .length = length, .sent = now};
  return true;
}

void Reliability::acknowledge(std::span<const std::uint64_t> acks, TimeNs now) {
  for (const std::uint64_t tx_sequence : acks) {
    if (!waits(tx_sequence)) {
      continue;
    }
    Unacked& unacked = *find(tx_sequence);
    if (unacked.retransmissions == 0) {
      rtt_.sample(now - unacked.sent);
    }
    count_greater_ack(tx_sequence);
    release(unacked);
  }
  advance();
}

void Reliability::count_greater_ack(std::uint64_t acknowledged) {
  for (std::uint64_t tx_sequence = oldest_; tx_sequence < acknowledged; ++tx_sequence) {
    if (waits(tx_sequence) && ++find(tx_sequence)->greater_acks == greater_acks_max &&
        lost_tail_ - lost_head_ < window) {
      lost_[lost_tail_++ % window] = tx_sequence;
    }
  }
}

const Reliability::Unacked* Reliability::next_lost(TimeNs now) {
  while (lost_head_ != lost_tail_) {
    const std::uint64_t tx_sequence = lost_[lost_head_++ % window];
    if (waits(tx_sequence)) {
      if (const Unacked* again = retransmit(tx_sequence, now)) {
        return again;
      }
    }
  }
  advance();
  while (oldest_ != next_ && find(oldest_)->sent + rtt_.timeout() <= now) {
    // Once for all that went before the last time-out: one silence of the link is one reason to wait longer.
    if (find(oldest_)->sent >= backed_off_at_) {
      backed_off_at_ = now;
      rtt_.back_off();
    }
    const Unacked* again = retransmit(oldest_, now);
    advance();
    if (again != nullptr) {
      return again;
    }
  }
  return nullptr;
}

const Reliability::Unacked* Reliability::retransmit(std::uint64_t tx_sequence, TimeNs now) {
  Unacked& lost = *find(tx_sequence);
  if (lost.retransmissions >= retransmissions_max) {
    give_up(tx_sequence);
    return nullptr;
  }
  Unacked& again = make(next_);
  if (&again != &lost && again.packet != nullptr) {
    // The window is full of what went before: wait for the next time-out.
    lost.greater_acks = 0;
    return nullptr;
  }
  if (&again != &lost) {
    again = lost;
    lost.packet = nullptr;
  }
  again.header.tx_sequence = next_++;
  again.greater_acks = 0;
  ++again.retransmissions;
  again.sent = now;
  return &again;
}

void Reliability::give_up(std::uint64_t tx_sequence) {
  // The other fragments of the same network packet are of no use any more.
  const auto message_of = [this](std::uint64_t place) {
    return find(place)->header.sequence - find(place)->header.frag_index;
  };
  const std::uint64_t message = message_of(tx_sequence);
  for (std::uint64_t other = oldest_; other != next_; ++other) {
    if (waits(other) && message_of(other) == message) {
      release(*find(other));
    }
  }
  ++given_up_;
}

unsigned Reliability::take_given_up() {
  const unsigned count = given_up_;
  given_up_ = 0;
  return count;
}

void Reliability::release(Unacked& unacked) {
  shares_.of(unacked.packet).give_back(holder_);
  rte_pktmbuf_free(unacked.packet);
  unacked.packet = nullptr;
}

void Reliability::advance() {
  while (oldest_ != next_ && !waits(oldest_)) {
    ++oldest_;
    // The last packets of a full window wait in the chunk of the first ones.
    if (oldest_ % chunk_places == 0 && next_ <= oldest_ - chunk_places + window) {
      window_[chunk_of(oldest_ - 1)].reset();
    }
  }
}

bool Reliability::receive(const wire::LpHeader& header, TimeNs now) {
  if (!header.has_tx_sequence) {
    return true;
  }
  if (!has_acks()) {
    ack_deadline_ = now + idle_ack_delay;
  }
  if (ack_tail_ - ack_head_ < acks_max) {
    acks_[ack_tail_++ % acks_max] = header.tx_sequence;
  }
  if (ack_tail_ - ack_head_ >= acks_max / 2) {
    ack_deadline_ = now;
  }
  if (!header.has_sequence) {
    return true;
  }
  Received& received = received_[header.sequence % window];
  const bool seen =
      received.at != 0 && received.sequence == header.sequence && now - received.at < duplicate_memory;
  received = Received{.sequence = header.sequence, .at = std::max<TimeNs>(now, 1)};
  return !seen;
}

unsigned Reliability::take_acks(std::span<std::uint64_t> acks) {
  const auto count = std::min<std::uint32_t>(ack_tail_ - ack_head_, static_cast<std::uint32_t>(acks.size()));
  for (std::uint32_t i = 0; i < count; ++i) {
    acks[i] = acks_[ack_head_++ % acks_max];
  }
  return count;
}

TimeNs Reliability::deadline() const {
  TimeNs next = has_acks() ? ack_deadline_ : time_never;
  if (lost_head_ != lost_tail_) {
    return 0;
  }
  if (oldest_ != next_) {
    next = std::min(next, find(oldest_)->sent + rtt_.timeout());
  }
  return next;
}

}  // namespace augustus::face
