// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>

#include "element/departure.hh"
#include "forward/burst.hh"

namespace augustus::element {

/// What moves along the edges of a graph, one word: a packet that came in, with its annotations (a stage's
/// Item: ingress Face, view, hashes, table entry, record, route), or one that leaves (a Departure). The bytes
/// are in one buffer from the first element to the last.
class Packet {
 public:
  explicit Packet(void* object) : word_(reinterpret_cast<std::uintptr_t>(object)) {}
  static Packet arrived(forward::Item& item) { return Packet(&item); }
  /// An item that another element goes on with later in the walk: whoever ends it frees nothing.
  static Packet lent(forward::Item& item) {
    return Packet(reinterpret_cast<std::uintptr_t>(&item) | lent_bit);
  }
  static Packet leaving(Departure& departure) {
    return Packet(reinterpret_cast<std::uintptr_t>(&departure) | leaving_bit);
  }

  void* object() const { return reinterpret_cast<void*>(word_); }
  bool is_leaving() const { return (word_ & leaving_bit) != 0; }
  bool is_lent() const { return (word_ & lent_bit) != 0; }

  /// Only of one that is not leaving, and of one that is.
  forward::Item& item() const { return *reinterpret_cast<forward::Item*>(word_ & ~bits); }
  Departure& departure() const { return *reinterpret_cast<Departure*>(word_ & ~bits); }

  rte_mbuf* buffer() const { return is_leaving() ? departure().outgoing.packet : item().packet; }
  wire::PacketKind kind() const { return is_leaving() ? departure().outgoing.kind : item().view->kind; }

 private:
  static constexpr std::uintptr_t leaving_bit = 1;
  static constexpr std::uintptr_t lent_bit = 2;
  static constexpr std::uintptr_t bits = leaving_bit | lent_bit;
  static_assert(alignof(forward::Item) > bits && alignof(Departure) > bits);

  explicit Packet(std::uintptr_t word) : word_(word) {}

  std::uintptr_t word_;
};

/// The packets that one visit of an element takes, in order.
class Batch {
 public:
  Batch(void** objects, unsigned count) : objects_(objects), count_(count) {}

  unsigned size() const { return count_; }
  void** objects() const { return objects_; }
  Packet operator[](unsigned index) const { return Packet(objects_[index]); }

  class Iterator {
   public:
    explicit Iterator(void** at) : at_(at) {}
    Packet operator*() const { return Packet(*at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    void** at_;
  };
  Iterator begin() const { return Iterator(objects_); }
  Iterator end() const { return Iterator(objects_ + count_); }

 private:
  void** objects_;
  unsigned count_;
};

}  // namespace augustus::element
