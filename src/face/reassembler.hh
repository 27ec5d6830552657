// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <memory>

#include "base/clock.hh"
#include "base/packet_pool.hh"
#include "face/face_counters.hh"
#include "wire/lp_header.hh"

namespace augustus::face {

/// Puts NDNLPv2 fragments together (indexed fragmentation). A message is known by its endpoint and
/// Sequence - FragIndex. Fragments wait in the buffers they came in; memory is bounded by a number of
/// messages and of buffers; when either is used up the message that has waited longest is given up. Used by
/// one thread.
class Reassembler {
 public:
  struct Limits {
    std::uint32_t messages = 256;
    std::uint32_t messages_per_endpoint = 128;
    std::uint32_t buffers = 1024;
    TimeNs timeout = 500 * nanoseconds_per_millisecond;  ///< since the last fragment (NFD's default)
  };

  explicit Reassembler(PacketPool& pool, const Limits& limits);
  explicit Reassembler(PacketPool& pool) : Reassembler(pool, Limits{}) {}
  ~Reassembler();
  Reassembler(const Reassembler&) = delete;
  Reassembler& operator=(const Reassembler&) = delete;

  /// Takes one fragment of several (header.frag_count > 1) whose payload is all of `fragment`'s data; Arrival
  /// of fragment 0 and the announcement it points to are those of the packet. Returns the packet in one
  /// buffer once complete, else nullptr. What is given up is counted in `counters`.
  rte_mbuf* receive(rte_mbuf* fragment, const wire::LpHeader& header, std::uint64_t endpoint,
                    FaceCounters& counters, TimeNs now);

  /// Gives up what waited too long. Returns when to call again.
  TimeNs expire(TimeNs now);

  std::uint32_t messages() const { return used_; }

 private:
  struct Message;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t& bucket(std::uint64_t endpoint, std::uint64_t base);
  Message* find(std::uint64_t endpoint, std::uint64_t base);
  Message& create(std::uint64_t endpoint, const wire::LpHeader& header, FaceCounters& counters);
  void make_room(std::uint64_t endpoint);
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
  std::uint32_t used_ = 0;
  std::uint32_t buffers_ = 0;
};

}  // namespace augustus::face
