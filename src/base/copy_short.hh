// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace augustus {

namespace detail {

/// As two pieces of one size that overlap. `piece` <= bytes <= 2 * piece.
template <std::size_t piece>
[[gnu::always_inline]] inline void copy_ends(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  std::memcpy(to, from, piece);
  std::memcpy(to + bytes - piece, from + bytes - piece, piece);
}

}  // namespace detail

/// Copies a few bytes (tokens, headers) without a call or, up to 128 bytes, a loop; touches nothing outside the two
/// ranges, which do not overlap.
[[gnu::always_inline]] inline void copy_short(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  if (bytes - 8 <= 8) [[likely]] {
    detail::copy_ends<8>(to, from, bytes);
  } else if (bytes > 128) {
    std::memcpy(to, from, bytes);
  } else if (bytes > 64) {
    detail::copy_ends<64>(to, from, bytes);
  } else if (bytes > 32) {
    detail::copy_ends<32>(to, from, bytes);
  } else if (bytes > 16) {
    detail::copy_ends<16>(to, from, bytes);
  } else if (bytes >= 4) {
    detail::copy_ends<4>(to, from, bytes);
  } else if (bytes >= 2) {
    detail::copy_ends<2>(to, from, bytes);
  } else if (bytes == 1) {
    *to = *from;
  }
}

}  // namespace augustus
