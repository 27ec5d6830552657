// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire/compact_codec.hh"
#include "wire/tlv_header.hh"

namespace augustus::wire {

/// Where the fixed fields of a compact packet stand; both layouts agree in the first five bytes, as the high
/// byte of the 2016 type is the draft's version. Internal to this room.
struct CompactLayout {
  std::size_t header_length;
  std::size_t name_length;
  std::size_t name;
  /// What a component's offset lacks to its end: the 2016 offsets are those of the '/' that ends it.
  std::uint16_t offset_to_end;
};

inline constexpr std::uint8_t draft_version_max = 1;
inline constexpr std::size_t compact_length_offset = 2;
inline constexpr std::size_t compact_hop_limit_offset = 4;
inline constexpr std::size_t compact_message_type_offset = 8;     ///< draft
inline constexpr std::size_t compact_message_length_offset = 10;  ///< draft; counts what follows it

inline constexpr CompactLayout draft_layout{6, 12, compact_name_offset, 0};
inline constexpr CompactLayout layout_2016{7, 9, compact_2016_name_offset, 1};

inline std::uint8_t* store_be16(std::uint8_t* at, std::size_t number) {
  at[0] = static_cast<std::uint8_t>(number >> 8);
  at[1] = static_cast<std::uint8_t>(number);
  return at + 2;
}

}  // namespace augustus::wire
