// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace augustus::table {

/// Whether two strings of `length` bytes are equal. Reads only within them: a wider masked load that crosses
/// a cache line would fetch the next one.
inline bool same_bytes(const std::uint8_t* a, const std::uint8_t* b, std::size_t length) {
  const auto differ = [](const std::uint8_t* x, const std::uint8_t* y) {
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    std::memcpy(&left, x, sizeof(left));
    std::memcpy(&right, y, sizeof(right));
    return left ^ right;
  };
  if (length < sizeof(std::uint64_t)) {
    for (std::size_t i = 0; i < length; ++i) {
      if (a[i] != b[i]) {
        return false;
      }
    }
    return true;
  }
  const std::size_t last = length - sizeof(std::uint64_t);
  for (std::size_t i = 0; i < last; i += sizeof(std::uint64_t)) {
    if (differ(a + i, b + i) != 0) {
      return false;
    }
  }
  return differ(a + last, b + last) == 0;
}

}  // namespace augustus::table
