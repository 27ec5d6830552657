// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/counter.hh"
#include "forward/face_attributes.hh"
#include "forward/forward_counters.hh"
#include "worker/mailbox.hh"
#include "worker/partition_map.hh"
#include "worker/ring_shares.hh"

namespace augustus::worker {

/// One thread's way to all others: pushes into their mailboxes and wakes, at the end of a burst, those it
/// pushed to. Where one is behind, each address has its part of what it takes yet (RingShares). Thread numbers: workers
/// from 0, the management thread last.
class ThreadLink {
 public:
  ThreadLink(std::vector<std::unique_ptr<Mailbox>>& mailboxes, const PartitionMap& partitions,
             const forward::FaceAttributeTable& faces, unsigned self)
      : mailboxes_(mailboxes),
        partitions_(partitions),
        faces_(faces),
        self_(self),
        touched_(mailboxes.size()),
        batches_(mailboxes.size()),
        transfer_shares_(mailboxes.size()),
        send_shares_(mailboxes.size()) {}
  ~ThreadLink();

  unsigned self() const { return self_; }

  /// To the owner of the transfer's partition, at the latest with wake_touched(); takes its references, which
  /// are freed and counted when the ring is full.
  void transfer(const forward::Transfer& transfer);
  /// To the thread `owner`; takes the reference.
  void send(const forward::Outgoing& outgoing, unsigned owner);
  /// To the management thread; takes the reference.
  void teach(const forward::RouteLesson& lesson);
  /// The same with Data that is to have an announcement; false: there is no room, the reference is the
  /// caller's.
  bool announce(const forward::Outgoing& outgoing);
  /// The end of a turn: hands over what was gathered and wakes the threads it went to.
  void wake_touched();

  /// Messages handed to other threads, and to partitions of this one, so far.
  std::uint64_t passed() const { return passed_.value(); }
  const Counter& drops(forward::Drop reason) const { return drops_[static_cast<std::size_t>(reason)]; }
  void drop(rte_mbuf* packet, forward::Drop reason);

 private:
  /// Transfers to one thread that share an access to its ring.
  struct Batch {
    unsigned count = 0;
    std::array<forward::Transfer, 32> transfers;
  };

  void push(unsigned owner);
  bool takes(RingShares& shares, FaceId face, std::uint32_t room, std::uint32_t capacity) const;
  /// Drops what goes beyond its sender's part.
  void keep_shares(Batch& batch, unsigned owner);
  void drop(const forward::Transfer& transfer);

  std::vector<std::unique_ptr<Mailbox>>& mailboxes_;
  const PartitionMap& partitions_;
  const forward::FaceAttributeTable& faces_;
  unsigned self_;
  bool any_touched_ = false;
  std::vector<char> touched_;
  std::vector<Batch> batches_;
  // Of the rings of each thread.
  std::vector<RingShares> transfer_shares_;
  std::vector<RingShares> send_shares_;
  Counter passed_;
  std::array<Counter, static_cast<std::size_t>(forward::Drop::count)> drops_;
};

}  // namespace augustus::worker
