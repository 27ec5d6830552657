// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#if defined(__AVX2__) && !defined(__SANITIZE_THREAD__)
#include <immintrin.h>
#endif

#include "table/name_arena.hh"

namespace augustus::table {

/// One line of a PrefixTable: seven slots and the overflow bucket that follows.
/// A slot is one word, read and written whole: where the prefix's name is, the
/// prefix's value, and a tag of its hash. One writer stores, readers load; all
/// zero is empty.
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

  /// Bit i: slot i has this tag now. To be checked again in the word that is
  /// then loaded.
  unsigned slots_with(std::uint64_t tag) const {
#if defined(__AVX2__) && !defined(__SANITIZE_THREAD__)
    // The processor reads each aligned word of a vector whole; the language
    // does not promise it.
    const auto* const halves = reinterpret_cast<const __m256i*>(this);
    const __m256i wanted = _mm256_set1_epi64x(static_cast<long long>(tag));
    const auto matches = [&wanted](__m256i words) {
      const __m256i equal = _mm256_cmpeq_epi64(_mm256_srli_epi64(words, tag_shift), wanted);
      return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(equal)));
    };
    constexpr unsigned every_slot = (1u << slot_count) - 1;
    return (matches(_mm256_load_si256(halves)) | matches(_mm256_load_si256(halves + 1)) << 4) & every_slot;
#else
    unsigned found = 0;
    for (unsigned i = 0; i < slot_count; ++i) {
      found |= static_cast<unsigned>(load(slots[i], std::memory_order_relaxed) >> tag_shift == tag) << i;
    }
    return found;
#endif
  }
};
static_assert(sizeof(PrefixBucket) == 64);

}  // namespace augustus::table
