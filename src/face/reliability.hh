// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "base/clock.hh"
#include "face/buffer_shares.hh"
#include "face/rtt_estimator.hh"
#include "wire/lp_header.hh"

namespace augustus::face {

/// NDNLPv2 reliability of one Face (NDNLPv2 specification, "Reliability"; numbers as in NFD's): what was sent
/// waits in a window of fixed size for its Ack, is sent again up to 3 times, and is lost when it still has
/// none after the retransmission time-out or when 3 later packets were acknowledged. What waits takes of what all Faces of the
/// thread may keep; a packet beyond that goes without. Used by one thread.
class Reliability {
 public:
  static constexpr std::uint32_t window =
      2048;  ///< TxSequences between the oldest unacknowledged and the next
  static constexpr unsigned retransmissions_max = 3;
  static constexpr unsigned greater_acks_max = 3;
  static constexpr TimeNs idle_ack_delay = 5 * nanoseconds_per_millisecond;

  /// A link packet that may be sent again: its header (with the current TxSequence) and payload.
  struct Unacked {
    wire::LpHeader header;
    rte_mbuf* packet = nullptr;  ///< a reference is owned; nullptr: the place is free
    std::uint16_t offset = 0;
    std::uint16_t length = 0;
    std::uint8_t retransmissions = 0;
    std::uint8_t greater_acks = 0;
    TimeNs sent = 0;
  };

  /// `shares` (outlives this) has the holder's part of the buffers.
  Reliability(BufferShares& shares, BufferShares::Holder holder, bool is_local);
  ~Reliability();
  Reliability(const Reliability&) = delete;
  Reliability& operator=(const Reliability&) = delete;

  /// Puts a packet into the window, with a reference of its own, and its TxSequence into `header`. False when
  /// the window is full, or the holder may keep no more: the packet goes without.
  bool track(wire::LpHeader& header, rte_mbuf* packet, std::uint16_t offset, std::uint16_t length,
             TimeNs now);

  /// Takes the Acks of a received packet.
  void acknowledge(std::span<const std::uint64_t> acks, TimeNs now);
  /// The next packet to be sent again, already under its new TxSequence; nullptr when there is none now.
  const Unacked* next_lost(TimeNs now);
  /// Network packets given up since the last call.
  unsigned take_given_up();

  /// Notes a received packet: queues its Ack. False: it was received before.
  bool receive(const wire::LpHeader& header, TimeNs now);
  /// Takes up to acks.size() Acks to be sent; returns their number.
  unsigned take_acks(std::span<std::uint64_t> acks);
  bool has_acks() const { return ack_head_ != ack_tail_; }
  /// Acks have waited long enough for a packet that takes them along.
  bool acks_due(TimeNs now) const { return has_acks() && now >= ack_deadline_; }

  /// When something is to be done if nothing happens before.
  TimeNs deadline() const;

 private:
  struct Received {
    std::uint64_t sequence = 0;
    TimeNs at = 0;
  };
  static constexpr std::uint32_t new_packets_max = window / 2;  ///< the other half is for retransmissions
  static constexpr std::uint32_t acks_max = 1024;
  static constexpr TimeNs duplicate_memory = 10 * nanoseconds_per_second;

  /// Places of the window that are made and let go together: a Face whose packets are acknowledged keeps few.
  static constexpr std::uint32_t chunk_places = 64;
  static constexpr std::uint32_t chunks = window / chunk_places;
  using Chunk = std::array<Unacked, chunk_places>;

  static std::uint32_t chunk_of(std::uint64_t tx_sequence) { return tx_sequence / chunk_places % chunks; }
  /// Where a packet waits, or did; nullptr: its chunk is gone.
  Unacked* find(std::uint64_t tx_sequence) const;
  /// The place for a packet to be sent.
  Unacked& make(std::uint64_t tx_sequence);
  bool waits(std::uint64_t tx_sequence) const;
  void count_greater_ack(std::uint64_t acknowledged);
  const Unacked* retransmit(std::uint64_t tx_sequence, TimeNs now);
  void give_up(std::uint64_t tx_sequence);
  void release(Unacked& unacked);
  void advance();

  BufferShares& shares_;
  BufferShares::Holder holder_;
  bool is_local_;
  std::array<std::unique_ptr<Chunk>, chunks> window_;
  std::unique_ptr<std::uint64_t[]> lost_;  ///< TxSequences to send again, a ring
  std::unique_ptr<Received[]> received_;   ///< by Sequence modulo the window
  std::unique_ptr<std::uint64_t[]> acks_;  ///< TxSequences to acknowledge, a ring
  std::uint64_t oldest_ = 0;               ///< TxSequence; none before it waits
  std::uint64_t next_ = 0;                 ///< TxSequence
  std::uint32_t lost_head_ = 0, lost_tail_ = 0;
  std::uint32_t ack_head_ = 0, ack_tail_ = 0;
  TimeNs ack_deadline_ = time_never;
  TimeNs backed_off_at_ = 0;
  RttEstimator rtt_;
  unsigned given_up_ = 0;
};

}  // namespace augustus::face
