// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace augustus::wire {

// TLV lengths of one or three bytes, which is all that fits a packet.

/// Reads a length in its shortest form; false: anything else.
[[gnu::always_inline]] inline bool read_plain_length(const std::uint8_t*& at, const std::uint8_t* end,
                                                     std::size_t& length) {
  if (end - at < 1) {
    return false;
  }
  length = *at++;
  if (length < 253) [[likely]] {
    return true;
  }
  if (length != 253 || end - at < 2) {
    return false;
  }
  length = static_cast<std::size_t>(at[0]) << 8 | at[1];
  at += 2;
  return length >= 253;
}

inline std::size_t plain_length_bytes(std::size_t length) {
  return length < 253 ? 1 : 3;
}

/// `length` up to 65535; returns the end of what was written.
inline std::uint8_t* write_plain_length(std::uint8_t* to, std::size_t length) {
  if (length < 253) [[likely]] {
    *to = static_cast<std::uint8_t>(length);
    return to + 1;
  }
  to[0] = 253;
  to[1] = static_cast<std::uint8_t>(length >> 8);
  to[2] = static_cast<std::uint8_t>(length);
  return to + 3;
}

}  // namespace augustus::wire
