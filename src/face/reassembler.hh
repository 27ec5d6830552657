// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <memory>

#include "base/clock.hh"
#include "base/face_id.hh"
#include "base/hash_key.hh"
#include "base/packet_pool.hh"
#include "base/pool_shares.hh"
#include "face/buffer_shares.hh"
#include "face/face_counters.hh"
#include "wire/lp_header.hh"

namespace augustus::face {

/// Puts NDNLPv2 fragments together (indexed fragmentation). A message is known by its Face, its endpoint and
/// Sequence - FragIndex. Fragments wait in the buffers they came in; both messages and buffers are shared out by
/// source (base/pool_shares.hh): who has no more room gives up the message of his own that has waited longest, and so
/// does who has most where little is left. Used by one thread.
class Reassembler {
 public:
  struct Limits {
    std::uint32_t messages;
    unsigned pool_parts;  ///< fragments hold one in so many of the pool's buffers
    TimeNs timeout = 500 * nanoseconds_per_millisecond;  ///< since the last fragment (NFD's default)
  };
  /// Who sent a fragment.
  struct Sender {
    FaceId face;
    std::uint64_t endpoint;  ///< tells those who send to one Face apart
    std::uint64_t source;    ///< whose part of the room it takes
    bool is_local;
  };

  Reassembler(PacketPool& pool, const Limits& limits);
  ~Reassembler();
  Reassembler(const Reassembler&) = delete;
  Reassembler& operator=(const Reassembler&) = delete;

  /// Takes one fragment of several (header.frag_count > 1) whose payload is all of `fragment`'s data; Arrival
  /// of fragment 0 and the announcement it points to are those of the packet. Returns the packet in one
  /// buffer once complete, else nullptr. What is given up is counted in `counters`.
  rte_mbuf* receive(rte_mbuf* fragment, const wire::LpHeader& header, const Sender& sender,
                    FaceCounters& counters, TimeNs now);

  /// Gives up what waited too long. Returns when to call again.
  TimeNs expire(TimeNs now);

  /// Any thread: the buffers held, and the fragments and messages that went for lack of room.
  const BufferShares& buffers() const { return buffers_; }
  PoolFigures message_figures() const { return shares_.figures(); }
  std::uint64_t refused() const { return shares_.refused() + buffers_.refused(); }

 private:
  using Holder = PoolShares::Holder;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Key;
  struct Message;
  /// A list of messages by their last fragments.
  struct Ages {
    std::uint32_t oldest = none;
    std::uint32_t newest = none;
  };
  /// A message's place in one.
  struct Place {
    std::uint32_t older = none;
    std::uint32_t newer = none;
  };

  std::uint32_t& bucket(const Key& key);
  Message* find(const Key& key);
  Message* create(const Key& key, Holder holder, bool is_local, const wire::LpHeader& header,
                  FaceCounters& counters);
  bool make_room(PoolShares& shares, Holder holder, bool is_local);
  void relieve(PoolShares& shares);
  bool give_up_oldest_of(Holder holder);
  bool insert(Message& message, rte_mbuf* fragment);
  rte_mbuf* complete(Message& message);
  void touch(Message& message, TimeNs now);
  void append(Ages& ages, Place Message::*place, std::uint32_t index);
  void unlink(Ages& ages, Place Message::*place, const Message& message);
  void give_up(Message& message);
  void release(Message& message);

  PacketPool& pool_;
  Limits limits_;
  std::unique_ptr<Message[]> messages_;
  std::unique_ptr<std::uint32_t[]> buckets_;
  unsigned bucket_shift_;
  HashKey secret_ = HashKey::random();  ///< of the buckets: senders choose their Sequences
  std::uint32_t free_ = 0;
  Ages ages_;                            ///< of all
  std::unique_ptr<Ages[]> holder_ages_;  ///< of each holder's
  BufferShares buffers_;
  PoolShares shares_;  ///< of messages
};

}  // namespace augustus::face
