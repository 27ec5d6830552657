// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/tag_match.hh"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace augustus::table::study {

/// One cache line, which one access reads whole: up to eight entries. Zeroed memory is an empty bucket.
struct alignas(64) DhtBucket {
  static constexpr unsigned slots = 8;
  static constexpr std::uint32_t slot_mask = (1u << slots) - 1;

  std::uint16_t tags[slots];    ///< of the hash; 0: no entry
  std::uint16_t expiry[slots];  ///< low bits of the entry's
  std::uint32_t entries[slots];

  std::uint32_t with_tag(std::uint16_t tag) const { return match_tags(tags, tag) & slot_mask; }

  /// Slots in use whose time has come, as far as the low bits tell: never one that lives, but one that has
  /// been dead for half of their range (32 s) or more may be missing.
  std::uint32_t expired(std::uint16_t now) const {
#ifdef __SSE2__
    const auto* const words = reinterpret_cast<const __m128i*>(expiry);
    const __m128i since = _mm_sub_epi16(_mm_set1_epi16(static_cast<short>(now)), _mm_load_si128(words));
    const __m128i come = _mm_cmpgt_epi16(since, _mm_set1_epi16(-1));
    const auto bits =
        static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(come, _mm_setzero_si128())));
#else
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < slots; ++i) {
      bits |= static_cast<std::uint32_t>(static_cast<std::int16_t>(now - expiry[i]) >= 0) << i;
    }
#endif
    return bits & ~with_tag(0) & slot_mask;
  }
};
static_assert(sizeof(DhtBucket) == 64);

}  // namespace augustus::table::study
