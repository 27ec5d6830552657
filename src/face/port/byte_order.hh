// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace augustus::face {

inline std::uint16_t load_be16(const std::uint8_t* bytes) {
  return static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
}
inline std::uint32_t load_be32(const std::uint8_t* bytes) {
  return std::uint32_t{load_be16(bytes)} << 16 | load_be16(bytes + 2);
}
inline void store_be16(std::uint8_t* bytes, std::size_t value) {
  bytes[0] = static_cast<std::uint8_t>(value >> 8);
  bytes[1] = static_cast<std::uint8_t>(value);
}

}  // namespace augustus::face
