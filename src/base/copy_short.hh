// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace augustus {

/// Copies a few bytes (tokens, headers) without a call; touches nothing outside the two ranges, which do not
/// overlap.
[[gnu::always_inline]] inline void copy_short(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  // As two pieces of one size that overlap: no loop up to 128 bytes.
  const auto copy_ends = [&]<std::size_t piece>() {
    std::memcpy(to, from, piece);
    std::memcpy(to + bytes - piece, from + bytes - piece, piece);
  };
  if (bytes - 8 <= 8) [[likely]] {
    copy_ends.template operator()<8>();
  } else if (bytes > 128) {
    std::memcpy(to, from, bytes);
  } else if (bytes > 64) {
    copy_ends.template operator()<64>();
  } else if (bytes > 32) {
    copy_ends.template operator()<32>();
  } else if (bytes > 16) {
    copy_ends.template operator()<16>();
  } else if (bytes >= 4) {
    copy_ends.template operator()<4>();
  } else if (bytes >= 2) {
    copy_ends.template operator()<2>();
  } else if (bytes == 1) {
    *to = *from;
  }
}

}  // namespace augustus
