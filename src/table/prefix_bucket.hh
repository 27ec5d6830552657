// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace augustus::table {

/// One line of a PrefixTable: seven slots and the head of a chain of entries that found no slot. A word is
/// the address of an entry in its low 48 bits and a 16-bit mark above: the hash's tag in a slot, the length
/// of the owner's name in an entry's link. One writer stores, readers load; all zero is empty.
struct alignas(64) PrefixBucket {
  static constexpr unsigned slot_count = 7;
  static constexpr unsigned mark_shift = 48;
  static constexpr std::uint64_t address_mask = (std::uint64_t{1} << mark_shift) - 1;

  std::uint64_t slots[slot_count];
  std::uint64_t chain;

  static std::uint64_t load(const std::uint64_t& word) {
    return std::atomic_ref<std::uint64_t>(const_cast<std::uint64_t&>(word)).load(std::memory_order_acquire);
  }
  static void store(std::uint64_t& word, std::uint64_t value) {
    std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_release);
  }
  static std::uint64_t mark(std::uint64_t word) { return word >> mark_shift; }
  template <typename Entry>
  static Entry* entry(std::uint64_t word) {
    return reinterpret_cast<Entry*>(word & address_mask);
  }
  static std::uint64_t word(std::uint64_t mark, const void* entry) {
    return mark << mark_shift | reinterpret_cast<std::uint64_t>(entry);
  }
};
static_assert(sizeof(PrefixBucket) == 64);

}  // namespace augustus::table
