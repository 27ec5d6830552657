// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "wire/packet_format.hh"
#include "wire/packet_view.hh"
#include "wire/parse_packet.hh"

namespace augustus::wire {

/// Types of the TLVs behind a compact packet's name, both 2 bytes wide like their lengths.
namespace compact_tlv {
inline constexpr std::uint16_t offsets_1 = 0x00;  ///< component offsets of 1 byte; the draft only
inline constexpr std::uint16_t offsets_2 = 0x01;  ///< component offsets of 2 bytes
inline constexpr std::uint16_t segment = 0x02;
inline constexpr std::uint16_t nonce = 0x03;          ///< 4 bytes
inline constexpr std::uint16_t lifetime = 0x04;       ///< Interest, milliseconds
inline constexpr std::uint16_t data_lifetime = 0x05;  ///< seconds
inline constexpr std::uint16_t signature = 0x06;
inline constexpr std::uint16_t key_name = 0x07;
}  // namespace compact_tlv

/// Type and length of a TLV.
inline constexpr std::size_t compact_tlv_header_bytes = 4;
/// Bytes before the name.
inline constexpr std::size_t compact_name_offset = 14;
inline constexpr std::size_t compact_2016_name_offset = 11;
/// Of the byte that is 0 in an Interest, 1 in Data, in both layouts.
inline constexpr std::size_t compact_kind_offset = 1;

/// Parses one Interest or Data with a compact header (`format` is not ndn): the draft's, or that of the 2016
/// release (docs/compact.md has both, field by field). Reads nothing outside `packet`. On `ok` and
/// `hop_limit_zero` every field of `view` but the hashes is set; hash_name sets those. The view's name is the
/// packet's own bytes, its components end where the offsets say (in the 2016 layout behind each '/'); what
/// is left of the name behind the last offset is one more component. Of more than 32 components the 32nd
/// takes the rest. A packet without component offsets is malformed_name, in both layouts.
ParseOutcome parse_compact(std::span<const std::uint8_t> packet, PacketFormat format, PacketView& view);

/// What a compact packet carries behind its component offsets; refers to the packet.
struct CompactTail {
  std::span<const std::uint8_t> tlvs;  ///< whole TLVs, one after the other
  std::span<const std::uint8_t> payload;

  /// The value of the first TLV of this type; empty when there is none.
  std::span<const std::uint8_t> value(std::uint16_t type) const;
};

/// The tail of a packet that parse_compact accepted into `view`.
CompactTail compact_tail(std::span<const std::uint8_t> packet, const PacketView& view);

/// What encode_compact writes; owns nothing.
struct CompactPacket {
  PacketKind kind = PacketKind::interest;  ///< no nack: the format has none
  std::uint8_t hop_limit = 255;
  std::span<const std::uint8_t> name;  ///< not empty; 2016: each component but the last ends with '/'
  /// Where the components end within `name`, ascending; the last end may be left out. The draft's 1-byte
  /// offsets are used where all ends fit them.
  std::span<const std::uint16_t> component_ends;
  std::optional<std::uint32_t> nonce;
  std::optional<std::uint32_t> lifetime_ms;
  std::optional<std::uint32_t> freshness_s;
  std::span<const std::uint8_t> more_tlvs;  ///< written as they are, behind those above
  std::span<const std::uint8_t> payload;
};

/// Writes the packet; the bytes written, or 0 when `out` (or a 16-bit length) is too small for it.
std::size_t encode_compact(const CompactPacket& packet, PacketFormat format, std::span<std::uint8_t> out);

/// Writes one TLV at `at`, which has room for it; returns its end.
std::uint8_t* store_compact_tlv(std::uint8_t* at, std::uint16_t type, std::span<const std::uint8_t> value);

}  // namespace augustus::wire
