// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace augustus {

/// Bit i of the result: the i-th of 16 adjacent 16-bit words equals `tag`. `words` is 32 readable bytes
/// within one cache line, aligned to 16.
inline std::uint32_t match_tags_portable(const std::uint16_t* words, std::uint16_t tag) {
  std::uint32_t matches = 0;
  for (unsigned i = 0; i < 16; ++i) {
    matches |= static_cast<std::uint32_t>(words[i] == tag) << i;
  }
  return matches;
}

#ifdef __SSE2__
inline std::uint32_t match_tags(const std::uint16_t* words, std::uint16_t tag) {
  const __m128i wanted = _mm_set1_epi16(static_cast<short>(tag));
  const auto* const lines = reinterpret_cast<const __m128i*>(words);
  const __m128i low = _mm_cmpeq_epi16(_mm_load_si128(lines), wanted);
  const __m128i high = _mm_cmpeq_epi16(_mm_load_si128(lines + 1), wanted);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}
#else
inline std::uint32_t match_tags(const std::uint16_t* words, std::uint16_t tag) {
  return match_tags_portable(words, tag);
}
#endif

}  // namespace augustus
