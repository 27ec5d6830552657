// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

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

/// Whether two strings of `length` bytes are equal. Reads only within them: a wider masked load that crosses
/// a cache line would fetch the next one.
inline bool same_bytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t length) {
  using Word = std::uint64_t;
  constexpr std::size_t word = sizeof(Word);
  if (length < word) {
    for (std::size_t i = 0; i < length; ++i) {
      if (a[i] != b[i]) {
        return false;
      }
    }
    return true;
  }
  // Without a branch a word: what differs is told at the end, and names that got here are nearly always
  // equal.
  Word differing = differing_bits<Word>(a + length - word, b + length - word);
  std::size_t i = 0;
  for (; i + 4 * word <= length; i += 4 * word) {
    differing |= differing_bits<Word>(a + i, b + i) | differing_bits<Word>(a + i + word, b + i + word) |
                 differing_bits<Word>(a + i + 2 * word, b + i + 2 * word) |
                 differing_bits<Word>(a + i + 3 * word, b + i + 3 * word);
  }
  for (; i + word <= length; i += word) {
    differing |= differing_bits<Word>(a + i, b + i);
  }
  return differing == 0;
}

}  // namespace augustus::table
