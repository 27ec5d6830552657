// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <memory>

#include "base/clock.hh"
#include "base/packet_pool.hh"
#include "base/pool_shares.hh"
#include "face/buffer_shares.hh"
#include "face/face_counters.hh"
#include "wire/lp_header.hh"

namespace augustus::face {

/// Puts NDNLPv2 fragments together (indexed fragmentation). A message is known by its endpoint and
/// Sequence - FragIndex. Fragments wait in the buffers they came in; both messages and buffers are shared out by
/// source (base/pool_shares.hh): who has no more room gives up the message of his own that has waited longest, and so
/// does who has most where little is left. Used by one thread.
class Reassembler {
 public:
  struct Limits {
    std::uint32_t messages = 256;
    unsigned pool_parts = 16;                            ///< fragments hold one in so many of the pool's buffers
    TimeNs timeout = 500 * nanoseconds_per_millisecond;  ///< since the last fragment (NFD's default)
  };
  /// Who sent a fragment.
  struct Sender {
    std::uint64_t endpoint;  ///< tells messages of equal Sequences apart
    std::uint64_t source;    ///< whose part of the room it takes
    bool is_local;
  };

  explicit Reassembler(PacketPool& pool, const Limits& limits);
  explicit Reassembler(PacketPool& pool) : Reassembler(pool, Limits{}) {}
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
  /// Of the same links, the packets that wait for their Ack: as much again as fragments may hold.
  BufferShares& unacknowledged() { return unacknowledged_; }
  const BufferShares& unacknowledged() const { return unacknowledged_; }
  std::uint64_t refused() const { return shares_.refused() + buffers_.refused(); }

 private:
  struct Message;
  using Holder = PoolShares::Holder;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t& bucket(std::uint64_t endpoint, std::uint64_t base);
  Message* find(std::uint64_t endpoint, std::uint64_t base);
  Message* create(const Sender& sender, Holder holder, const wire::LpHeader& header, FaceCounters& counters);
  bool make_room(PoolShares& shares, Holder holder, bool is_local);
  void relieve(PoolShares& shares);
  bool give_up_oldest_of(Holder holder);
  bool insert(Message& message, rte_mbuf* fragment);
  rte_mbuf* complete(Message& message);
  void touch(Message& message, TimeNs now);
  void unlink_age(Message& message);
  void give_up(Message& message);
  void release(Message& message);

  PacketPool& pool_;
  Limits limits_;
  std::unique_ptr<Message[]> messages_;
  std::unique_ptr<std::uint32_t[]> buckets_;
  std::uint32_t bucket_mask_;
  std::uint32_t free_ = 0;
  std::uint32_t oldest_ = none;  ///< by last fragment
  std::uint32_t newest_ = none;
  BufferShares buffers_;
  BufferShares unacknowledged_;
  PoolShares shares_;  ///< of messages
};

}  // namespace augustus::face
