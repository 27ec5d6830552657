// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/counter.hh"
#include "forward/forward_counters.hh"
#include "worker/mailbox.hh"
#include "worker/partition_map.hh"

namespace augustus::worker {

/// One thread's way to all others: pushes into their mailboxes and wakes, at the end of a burst, those it
/// pushed to. Thread numbers: workers from 0, the management thread last.
class ThreadLink {
 public:
  ThreadLink(std::vector<std::unique_ptr<Mailbox>>& mailboxes, const PartitionMap& partitions, unsigned self)
      : mailboxes_(mailboxes),
        partitions_(partitions),
        self_(self),
        touched_(mailboxes.size()),
        batches_(mailboxes.size()) {}
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
  /// The end of a burst: hands over what was gathered and wakes the threads it went to.
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
  void drop(const forward::Transfer& transfer);

  std::vector<std::unique_ptr<Mailbox>>& mailboxes_;
  const PartitionMap& partitions_;
  unsigned self_;
  bool any_touched_ = false;
  std::vector<char> touched_;
  std::vector<Batch> batches_;
  Counter passed_;
  std::array<Counter, static_cast<std::size_t>(forward::Drop::count)> drops_;
};

}  // namespace augustus::worker
