// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "forward/arrival.hh"
#include "forward/face_attributes.hh"
#include "table/fib.hh"
#include "table/found_entry.hh"
#include "table/name_key.hh"
#include "table/next_hop.hh"
#include "table/pit_record.hh"
#include "wire/packet_view.hh"

namespace augustus::forward {

inline constexpr unsigned burst_packets_max = 64;

/// One packet on its way through the stages, with what they found out about it. Owns one reference to
/// `packet` until a stage sends or drops it.
struct Item {
  rte_mbuf* packet = nullptr;
  wire::PacketView* view = nullptr;
  FaceAttributes ingress;                           ///< `.id == face_id_none`: the Face is gone
  table::EntryIndex candidate = table::entry_none;  ///< what find_candidates begins with; nobody else
  table::FoundEntry entry;  ///< of its name; once `record` is there, which holds it, that one's
  /// Interest: in the PIT. Data: one of its very name that wants it.
  table::PitRecord* record = nullptr;
  table::FibProbe probe;             ///< Interest: what was asked for to find that
  table::FibMatch route;             ///< Interest: its longest prefix in the FIB
  rte_mbuf* answer = nullptr;        ///< Interest: the Data found in the content store, owned
  std::uint64_t local_prefixes = 0;  ///< Data: bit i, prefix of i components may be pending in this partition
  std::uint64_t remote_prefixes = 0;  ///< Data: bit i, prefix of i components may be pending in another one
  bool solicited = false;             ///< Data: a record of this partition wants it
  bool routed = false;                ///< Interest: `route` is what the FIB has
  bool retransmission = false;        ///< Interest: its Face asked before and is still waiting
  bool ask_other_stores = false;      ///< Interest: other partitions may hold Data below its name
  std::uint8_t marks = 0;             ///< an Engine's own notes; the stages do not look at them

  const std::uint8_t* bytes() const { return rte_pktmbuf_mtod(packet, const std::uint8_t*); }
  const Arrival& arrival() const { return arrival_of(packet); }
  /// The key of PIT and CS.
  table::NameKey key() const { return {view->name_hash, {bytes() + view->name_offset, view->key_length()}}; }
  /// The first `components` components as a key.
  table::NameKey prefix_key(unsigned components) const {
    return {view->prefix_hash[components], {bytes() + view->name_offset, view->prefix_length(components)}};
  }
};

/// Up to 64 items in order of arrival; refers to them, owns nothing.
class Burst {
 public:
  void push(Item& item) { items_[count_++] = &item; }
  void clear() { count_ = 0; }
  /// Appends both in order of arrival; each must be in that order.
  void merge(const Burst& one, const Burst& other);
  unsigned size() const { return count_; }
  bool empty() const { return count_ == 0; }

  class Iterator {
   public:
    explicit Iterator(Item* const* at) : at_(at) {}
    Item& operator*() const { return **at_; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    Item* const* at_;
  };
  Iterator begin() const { return Iterator(items_.data()); }
  Iterator end() const { return Iterator(items_.data() + count_); }

 private:
  std::array<Item*, burst_packets_max> items_;
  unsigned count_ = 0;
};

inline void Burst::merge(const Burst& one, const Burst& other) {
  // Items of a burst stand in one array, in order of arrival.
  const auto end = std::merge(one.items_.begin(), one.items_.begin() + one.count_, other.items_.begin(),
                              other.items_.begin() + other.count_, items_.begin() + count_);
  count_ = static_cast<unsigned>(end - items_.begin());
}

}  // namespace augustus::forward
