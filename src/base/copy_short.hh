// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace augustus {

/// Copies a few bytes (tokens, headers) without a call; touches nothing outside the two ranges, which do not
/// overlap.
inline void copy_short(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  constexpr std::size_t word = 8;
  if (bytes < word) {
    for (std::size_t i = 0; i < bytes; ++i) {
      to[i] = from[i];
    }
    return;
  }
  for (std::size_t i = 0; i < bytes - word; i += word) {
    std::memcpy(to + i, from + i, word);
  }
  std::memcpy(to + bytes - word, from + bytes - word, word);
}

}  // namespace augustus
