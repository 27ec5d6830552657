// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace augustus::table {

/// The bits in which `bytes` bytes at `a` and `b` differ, as one number that is 0 when they do not.
template <typename Word>
inline Word differing_bits(const std::uint8_t* a, const std::uint8_t* b) {
  Word left;
  Word right;
  std::memcpy(&left, a, sizeof(left));
  std::memcpy(&right, b, sizeof(right));
  return left ^ right;
}

#ifdef __AVX2__
/// The same of 32 bytes.
inline __m256i differing_bits_of_32(const std::uint8_t* a, const std::uint8_t* b) {
  const auto load = [](const std::uint8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  };
  return _mm256_xor_si256(load(a), load(b));
}
#endif

/// Whether two strings of `length` bytes are equal. Reads only within them: a wider masked load that crosses
/// a cache line would fetch the next one.
[[gnu::always_inline]] inline bool same_bytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t length) {
  using Word = std::uint64_t;
  constexpr std::size_t word = sizeof(Word);
  // Without a branch a word: what differs is told at the end, and names that got here are nearly always
  // equal. The last bytes may be looked at twice.
#ifdef __AVX2__
  constexpr std::size_t wide = 32;
  if (length >= wide) {
    __m256i differing = differing_bits_of_32(a + length - wide, b + length - wide);
    for (std::size_t i = 0; i + wide < length; i += wide) {
      differing = _mm256_or_si256(differing, differing_bits_of_32(a + i, b + i));
    }
    return _mm256_testz_si256(differing, differing) != 0;
  }
#endif
  if (length >= word) {
    Word differing = differing_bits<Word>(a + length - word, b + length - word);
    for (std::size_t i = 0; i + word < length; i += word) {
      differing |= differing_bits<Word>(a + i, b + i);
    }
    return differing == 0;
  }
  for (std::size_t i = 0; i < length; ++i) {
    if (a[i] != b[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace augustus::table
