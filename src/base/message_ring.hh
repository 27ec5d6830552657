// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_ring.h>
#include <rte_ring_elem.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>

namespace augustus {

/// A bounded queue of plain values: any number of senders, one receiver, no lock (DPDK's ring over memory of
/// our own, so that it needs no EAL memory).
template <typename Message>
class MessageRing {
  static_assert(std::is_trivially_copyable_v<Message> && sizeof(Message) % 4 == 0);

 public:
  /// `capacity` is rounded up to a power of two minus one.
  MessageRing(const std::string& name, unsigned capacity) {
    unsigned slots = 2;
    while (slots <= capacity) {
      slots *= 2;
    }
    const auto bytes = static_cast<std::size_t>(rte_ring_get_memsize_elem(sizeof(Message), slots));
    ring_.reset(static_cast<rte_ring*>(
        std::aligned_alloc(RTE_CACHE_LINE_SIZE, RTE_ALIGN(bytes, RTE_CACHE_LINE_SIZE))));
    if (ring_ == nullptr || rte_ring_init(ring_.get(), name.c_str(), slots, RING_F_SC_DEQ) != 0) {
      throw std::bad_alloc();
    }
  }

  /// False when the ring is full; the message is then still the caller's.
  bool push(const Message& message) {
    return rte_ring_mp_enqueue_bulk_elem(ring_.get(), &message, sizeof(Message), 1, nullptr) == 1;
  }

  /// Pushes the first of them; how many.
  unsigned push(std::span<const Message> messages) {
    return rte_ring_mp_enqueue_burst_elem(ring_.get(), messages.data(), sizeof(Message),
                                          static_cast<unsigned>(messages.size()), nullptr);
  }

  /// Pushes all of them, one after the other; false when there is no room, and none was.
  bool push_all(std::span<const Message> messages) {
    return rte_ring_mp_enqueue_bulk_elem(ring_.get(), messages.data(), sizeof(Message),
                                         static_cast<unsigned>(messages.size()), nullptr) != 0;
  }

  /// Takes up to out.size() messages; returns how many. The receiver's thread only.
  unsigned pop(std::span<Message> out) {
    return rte_ring_sc_dequeue_burst_elem(ring_.get(), out.data(), sizeof(Message),
                                          static_cast<unsigned>(out.size()), nullptr);
  }

  bool empty() const { return rte_ring_empty(ring_.get()) != 0; }

 private:
  struct Free {
    void operator()(rte_ring* ring) const { std::free(ring); }
  };
  std::unique_ptr<rte_ring, Free> ring_;
};

}  // namespace augustus
