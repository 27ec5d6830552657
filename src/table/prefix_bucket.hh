// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "table/name_arena.hh"

namespace augustus::table {

/// One line of a PrefixTable: seven slots and the overflow bucket that follows. A slot is one word, read and
/// written whole: where the prefix's name is, the prefix's value, and a tag of its hash. One writer stores,
/// readers load; all zero is empty.
struct alignas(64) PrefixBucket {
  static constexpr unsigned slot_count = 7;
  static constexpr unsigned value_bits = 20;
  static constexpr unsigned value_shift = 32;
  static constexpr unsigned tag_shift = value_shift + value_bits;

  std::uint64_t slots[slot_count];
  NameArena::Block next;  ///< 0: none
  std::uint32_t unused;

  /// Never 0, so that it matches no empty slot.
  static std::uint64_t tag_of(std::uint64_t hash) {
    const std::uint64_t tag = hash >> tag_shift;
    return tag + (tag == 0 ? 1 : 0);
  }
  static std::uint64_t word(std::uint64_t tag, std::uint32_t value, NameArena::Block name) {
    return tag << tag_shift | std::uint64_t{value} << value_shift | name;
  }
  static std::uint64_t tag(std::uint64_t word) { return word >> tag_shift; }
  static std::uint32_t value(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> value_shift) & ((1u << value_bits) - 1);
  }
  static NameArena::Block name(std::uint64_t word) { return static_cast<NameArena::Block>(word); }

  template <typename Word>
  static Word load(const Word& word, std::memory_order order = std::memory_order_acquire) {
    return std::atomic_ref<Word>(const_cast<Word&>(word)).load(order);
  }
  template <typename Word>
  static void store(Word& word, Word value) {
    std::atomic_ref<Word>(word).store(value, std::memory_order_release);
  }

  /// Bit i: slot i has this tag now.
  unsigned slots_with(std::uint64_t tag) const {
    unsigned found = 0;
    for (unsigned i = 0; i < slot_count; ++i) {
      found |= static_cast<unsigned>(load(slots[i], std::memory_order_relaxed) >> tag_shift == tag) << i;
    }
    return found;
  }
};
static_assert(sizeof(PrefixBucket) == 64);

}  // namespace augustus::table
