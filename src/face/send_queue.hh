// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>
#include <sys/uio.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/face_id.hh"
#include "base/pool_shares.hh"

namespace augustus::face {

class WaitingPackets;

/// One link packet on its way out: header bytes of its own, then a range of a shared packet's bytes.
/// Uninitialised until a link service fills it.
struct LinkPacket {
  static constexpr std::size_t header_room = 236;
  static constexpr std::size_t frame_room = 4;  ///< of it, left for a transport's own framing

  rte_mbuf* packet;  ///< a reference is owned; nullptr: headers only (an IDLE packet)
  FaceId face;
  std::uint16_t offset;  ///< of the payload in the packet's chain
  std::uint16_t length;  ///< payload bytes
  std::uint16_t header_length;
  std::array<std::uint8_t, header_room> header;

  std::size_t bytes() const { return std::size_t{header_length} + length; }
};
static_assert(sizeof(LinkPacket) <= 256);

/// Pieces of memory that one link packet gathers: its header and the segments of its payload.
inline constexpr unsigned gather_max = 4;

/// Describes the bytes of `packet` from byte `skip` on; returns the pieces used, at most gather_max (longer
/// chains are made contiguous before they are queued).
unsigned gather(const LinkPacket& packet, std::size_t skip, iovec* pieces);

/// Link packets waiting for a transport, first in, first out, within a fixed number. What is left behind by a flush may
/// count as its reader's part of what all may leave (WaitingPackets). Used by one thread.
class SendQueue {
 public:
  /// `capacity`: link packets, a power of two.
  explicit SendQueue(std::uint32_t capacity);
  ~SendQueue() { clear(); }
  SendQueue(const SendQueue&) = delete;
  SendQueue& operator=(const SendQueue&) = delete;

  bool empty() const { return head_ == tail_; }
  std::uint32_t size() const { return tail_ - head_; }
  std::uint32_t room() const { return capacity_ - size(); }
  std::size_t bytes() const { return bytes_; }

  /// The place of the next packet (room() > 0); it is queued by push() once filled.
  LinkPacket& back() { return slots_[tail_ & (capacity_ - 1)]; }
  void push() {
    bytes_ += back().bytes();
    ++tail_;
  }
  /// The i-th oldest, i < size().
  LinkPacket& at(std::uint32_t i) { return slots_[(head_ + i) & (capacity_ - 1)]; }
  void pop();  ///< the oldest
  void drop_newest();
  void clear();

  /// What waits counts in `waiting` as the holder's from now on. Before anything is queued; `waiting` outlives the
  /// queue.
  void count_in(WaitingPackets& waiting, PoolShares::Holder holder, bool is_local);
  /// To be called when a flush has left packets behind: those that may not wait are dropped, the newest first. The
  /// oldest stays where `begun` says that a part of it is out. False: not even that may wait.
  bool settle(bool begun);
  /// The room that the oldest packet takes is needed: it should go, if its reader stalls.
  bool is_asked_back();

 private:
  friend class WaitingPackets;

  void let_go(const LinkPacket& packet);

  std::uint32_t capacity_;
  std::uint32_t head_ = 0;
  std::uint32_t tail_ = 0;
  std::size_t bytes_ = 0;
  std::uint32_t counted_ = 0;  ///< the oldest so many count in waiting_
  bool is_local_ = false;
  bool is_asked_back_ = false;
  PoolShares::Holder holder_ = 0;
  WaitingPackets* waiting_ = nullptr;
  SendQueue* before_ = nullptr;  ///< in the list of queues that have some that count
  SendQueue* after_ = nullptr;
  std::unique_ptr<LinkPacket[]> slots_;  ///< not cleared: a page is used once traffic needs it
};

}  // namespace augustus::face
