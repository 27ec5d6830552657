// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace augustus::wire {

enum class TlvOutcome : std::uint8_t {
  ok,
  truncated,         ///< the type, the length or the value runs past the end
  malformed_number,  ///< not in shortest form, or a type of 0 or above 2^32-1
};

/// Type and length of one element whose value lies inside the bytes it was read from.
struct TlvHeader {
  std::uint32_t type;
  std::uint32_t length;
  const std::uint8_t* value;

  const std::uint8_t* end() const { return value + length; }
  std::span<const std::uint8_t> bytes() const { return {value, length}; }
};

/// read_tlv_header for types or lengths that take more than one byte.
TlvOutcome read_long_tlv_header(const std::uint8_t* at, const std::uint8_t* end, TlvHeader& header);

/// Reads the element that starts at `at`; touches nothing at or behind `end` (at < end is not required).
/// `header` is set on ok only. (NDN packet specification 0.3, TLV encoding.)
[[gnu::always_inline]] inline TlvOutcome read_tlv_header(const std::uint8_t* at, const std::uint8_t* end, TlvHeader& header) {
  const auto room = end - at;
  if (room < 2 || at[0] >= 253 || at[1] >= 253 || at[0] == 0) [[unlikely]] {
    return read_long_tlv_header(at, end, header);
  }
  if (at[1] > room - 2) [[unlikely]] {
    return TlvOutcome::truncated;
  }
  header = {at[0], at[1], at + 2};
  return TlvOutcome::ok;
}

/// Reads a NonNegativeInteger of 1, 2, 4 or 8 bytes; false for any other length.
inline bool read_number(std::span<const std::uint8_t> value, std::uint64_t& number) {
  const std::size_t size = value.size();
  if (size != 1 && size != 2 && size != 4 && size != 8) {
    return false;
  }
  number = 0;
  for (const std::uint8_t byte : value) {
    number = number << 8 | byte;
  }
  return true;
}

inline std::uint16_t load_be16(const std::uint8_t* bytes) {
  return static_cast<std::uint16_t>(bytes[0] << 8 | bytes[1]);
}

inline std::uint32_t load_be32(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
         static_cast<std::uint32_t>(bytes[2]) << 8 | bytes[3];
}

inline void store_be32(std::uint8_t* bytes, std::uint32_t value) {
  bytes[0] = static_cast<std::uint8_t>(value >> 24);
  bytes[1] = static_cast<std::uint8_t>(value >> 16);
  bytes[2] = static_cast<std::uint8_t>(value >> 8);
  bytes[3] = static_cast<std::uint8_t>(value);
}

/// Bytes of a type or length in shortest form: 1, 3, 5 or 9.
constexpr std::size_t var_number_bytes(std::uint64_t number) {
  return number < 253 ? 1 : number <= 0xffff ? 3 : number <= 0xffffffff ? 5 : 9;
}

/// Bytes of the shortest NonNegativeInteger: 1, 2, 4 or 8.
constexpr std::size_t number_bytes(std::uint64_t number) {
  return number <= 0xff ? 1 : number <= 0xffff ? 2 : number <= 0xffffffff ? 4 : 8;
}

/// Writes the `bytes` low bytes of `number`, most significant first; returns the end of what was written.
inline std::uint8_t* store_be(std::uint8_t* at, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = bytes; i-- > 0; number >>= 8) {
    at[i] = static_cast<std::uint8_t>(number);
  }
  return at + bytes;
}

/// Writes a type or length in shortest form into at least var_number_bytes(number) bytes; returns their end.
inline std::uint8_t* store_var_number(std::uint8_t* at, std::uint64_t number) {
  const std::size_t bytes = var_number_bytes(number);
  if (bytes == 1) {
    *at = static_cast<std::uint8_t>(number);
    return at + 1;
  }
  *at = bytes == 3 ? 253 : bytes == 5 ? 254 : 255;
  return store_be(at + 1, number, bytes - 1);
}

}  // namespace augustus::wire
