// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/clock.hh"
#include "base/counter.hh"
#include "base/packet_pool.hh"
#include "traffic/load/latency_histogram.hh"
#include "traffic/store/segment_catalogue.hh"
#include "traffic/store/segment_order.hh"

namespace augustus::traffic {

/// What became of a load's Interests; written by the thread that drives it, read by anyone.
struct StoreLoadCounts {
  Counter asked;          ///< Interests made
  Counter hits;           ///< Data that came from the store, each compared with what it should be
  Counter from_producer;  ///< the same from the producer
  Counter bytes;          ///< of the TLVs of both
  Counter lost;           ///< Interests that nothing answered
  Counter altered;        ///< packets that are not what they should be, or that nobody asked for
  Counter unfed;          ///< Interests that were due and had to wait for others to be answered
  LatencyHistogram
      hit_ns;  ///< from when an Interest was due to when its Data was sent, without the producer's

  /// Data that came. A sum, so that no reader sees one that is counted on neither side.
  std::uint64_t delivered() const { return hits.value() + from_producer.value(); }
};

/// Both ends of a load for the content store: asks for segments in an order, answers the Interests that reach
/// the producer, and compares every byte that comes. One worker's thread drives it; orders, pace and counts
/// are for another.
class StoreLoad {
 public:
  /// At most `outstanding` Interests wait for their Data. They are made `group` at once, as soon as there is
  /// room for all. `catalogue` and `pool` outlive the load.
  StoreLoad(const SegmentCatalogue& catalogue, std::uint32_t outstanding, std::uint32_t group,
            PacketPool& pool);

  // Another thread's.
  /// Takes up another order; nullptr: no more Interests. The one before must have been taken up.
  void use(std::unique_ptr<SegmentOrder> order);
  /// A group every so many nanoseconds; 0: as soon as there is room.
  void set_interval(TimeNs ns) { interval_.store(ns, std::memory_order_relaxed); }
  /// The order has ended (or there is none) and all that was asked for has come.
  bool idle() const { return idle_.load(std::memory_order_acquire); }
  /// Empties the histogram at the next occasion.
  void clear_latency() { clear_.store(true, std::memory_order_relaxed); }
  const StoreLoadCounts& counts() const { return counts_; }

  // The driving thread's.
  /// Makes the Interests that are due, whole link packets behind `headroom` bytes; how many.
  unsigned feed_interests(std::span<rte_mbuf*> packets, std::size_t headroom, TimeNs now);
  /// Makes Data for Interests that came to the producer, likewise.
  unsigned feed_data(std::span<rte_mbuf*> packets, std::size_t headroom);
  /// A bare Interest that came to the producer.
  void take_interest(std::span<const std::uint8_t> interest);
  /// A Data that came to the consumer with this PIT token.
  void take_data(std::uint64_t token, std::span<const std::uint8_t> data, TimeNs sent);
  /// A packet that can be neither.
  void count_altered() { counts_.altered.add(); }

 private:
  struct Slot {
    std::uint64_t segment = 0;
    TimeNs due = 0;
    std::uint32_t generation = 0;
    bool busy = false;
    bool at_producer = false;
  };

  void look_for_order();
  bool group_is_due(TimeNs now);
  rte_mbuf* make_interest(std::uint64_t segment, std::size_t headroom, TimeNs due);
  std::optional<std::uint64_t> next_segment();
  void expire(TimeNs now);
  void release(Slot& slot);

  const SegmentCatalogue& catalogue_;
  PacketPool& pool_;
  std::uint32_t group_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;       ///< slots
  std::vector<std::uint32_t> asked_;      ///< by segment: slot + 1 of who waits for it; 0: nobody
  std::vector<std::uint64_t> to_answer_;  ///< segments, from `answered_` on
  std::size_t answered_ = 0;
  std::unique_ptr<SegmentOrder> order_;
  std::atomic<SegmentOrder*> next_order_{nullptr};
  std::atomic<bool> order_changes_{false};
  std::atomic<TimeNs> interval_{0};
  std::atomic<bool> idle_{true};
  std::atomic<bool> clear_{false};
  TimeNs due_ = 0;
  TimeNs looked_ = 0;  ///< when the last search for lost Interests was
  std::uint32_t left_of_group_ = 0;
  TimeNs group_due_ = 0;
  std::uint32_t nonce_ = 0;
  StoreLoadCounts counts_;
};

}  // namespace augustus::traffic
