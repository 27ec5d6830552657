// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/mapped_memory.hh"

namespace augustus {

/// A bounded queue of plain values: any number of senders, one receiver, no lock. Nobody waits for anybody: a sender
/// that the system stops in the middle of a push keeps back what was pushed after it, and once the queue is full of
/// that, the others are refused. (DPDK's ring makes them spin until that sender runs again.)
///
/// A sender takes its places by moving `head_`, writes there and marks each place, its first one last; the receiver
/// takes marked places in order and gives them back by moving `tail_`.
template <typename Message>
class MessageRing {
  static_assert(std::is_trivially_copyable_v<Message>);

 public:
  /// Holds `capacity` messages.
  explicit MessageRing(std::uint32_t capacity)
      : capacity_(capacity),
        mask_(std::bit_ceil(std::max<std::uint32_t>(capacity, 1)) - 1),
        memory_((std::size_t{mask_} + 1) * sizeof(Slot), "rings between threads"),
        slots_(static_cast<Slot*>(memory_.data())) {}

  /// False when the ring is full; the message is then still the caller's.
  bool push(const Message& message) { return push(std::span(&message, 1), 1) == 1; }

  /// Pushes the first of them; how many.
  std::uint32_t push(std::span<const Message> messages) { return push(messages, 1); }

  /// Pushes all of them, one after the other; false when there is no room, and none was. The receiver finds the
  /// others where it finds the first.
  bool push_all(std::span<const Message> messages) { return push(messages, messages.size()) == messages.size(); }

  /// About how many more it has room for, as others push and take. Any thread.
  std::uint32_t room() const {
    const std::uint64_t used = head_.load(std::memory_order_relaxed) - tail_.load(std::memory_order_relaxed);
    return used <= capacity_ ? capacity_ - static_cast<std::uint32_t>(used) : capacity_;
  }
  std::uint32_t capacity() const { return capacity_; }

  /// Takes up to out.size() messages; returns how many. The receiver's thread only.
  std::uint32_t pop(std::span<Message> out) {
    const std::uint64_t tail = tail_.load(std::memory_order_relaxed);
    std::uint32_t count = 0;
    while (count < out.size() && is_written(tail + count)) {
      out[count] = slot(tail + count).message;
      ++count;
    }
    if (count != 0) {
      tail_.store(tail + count, std::memory_order_release);
    }
    return count;
  }

  /// The receiver's thread only.
  bool empty() const { return !is_written(tail_.load(std::memory_order_relaxed)); }

 private:
  struct Slot {
    Message message;
    std::uint32_t mark;  ///< of the place that was written here last; 0: of none
  };
  static_assert(std::atomic_ref<std::uint32_t>::required_alignment <= alignof(Slot));

  /// Never that of the place before it in the same slot.
  static std::uint32_t mark_of(std::uint64_t place) { return static_cast<std::uint32_t>(place) + 1; }
  Slot& slot(std::uint64_t place) const { return slots_[place & mask_]; }
  bool is_written(std::uint64_t place) const {
    return std::atomic_ref(slot(place).mark).load(std::memory_order_acquire) == mark_of(place);
  }

  /// Pushes as many as there is room for, if these are `least` or more; how many.
  std::uint32_t push(std::span<const Message> messages, std::size_t least) {
    std::uint64_t head = head_.load(std::memory_order_relaxed);
    std::uint32_t count = 0;
    do {
      // Acquired: the receiver has read what is overwritten. A head that is behind the tail is an old one, which the
      // exchange refuses.
      const std::uint64_t used = head - tail_.load(std::memory_order_acquire);
      const std::uint64_t room = used <= capacity_ ? capacity_ - used : capacity_;
      count = static_cast<std::uint32_t>(std::min<std::uint64_t>(messages.size(), room));
      if (count < least) {
        return 0;
      }
    } while (!head_.compare_exchange_weak(head, head + count, std::memory_order_relaxed));
    for (std::uint32_t i = count; i-- > 0;) {
      Slot& written = slot(head + i);
      written.message = messages[i];
      std::atomic_ref(written.mark).store(mark_of(head + i), std::memory_order_release);
    }
    return count;
  }

  static constexpr std::size_t line_bytes = 64;

  alignas(line_bytes) std::atomic<std::uint64_t> head_{0};  ///< the first place that nobody has taken
  alignas(line_bytes) std::atomic<std::uint64_t> tail_{0};  ///< the first place that was not received
  alignas(line_bytes) std::uint32_t capacity_;
  std::uint32_t mask_;
  MappedMemory memory_;
  Slot* slots_;
};

}  // namespace augustus
