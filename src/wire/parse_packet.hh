// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/keyed_hash.hh"
#include "wire/packet_view.hh"

namespace augustus::wire {

/// Why a packet was refused; each is a drop counter of the same name.
enum class ParseOutcome : std::uint8_t {
  ok,
  truncated,            ///< a length runs past the packet
  trailing_bytes,       ///< bytes after the outer TLV
  oversized,            ///< more than 8800 B
  malformed_number,     ///< a type or length not in shortest form, or a type of 0 or above 2^32-1
  unknown_packet_type,  ///< outer type is neither Interest nor Data
  unknown_critical,     ///< an unrecognised or out-of-order element of type <= 31 or odd
  malformed_name,       ///< a component type outside 1..65535, or a digest component not 32 B
  empty_name,           ///< Interest without a component
  missing_name,
  malformed_field,    ///< a field whose length its type does not allow
  hop_limit_zero,     ///< Interest with HopLimit 0; all else is well and the view is set as with `ok`
  missing_signature,  ///< Data without SignatureInfo or SignatureValue
  count
};

std::string_view parse_outcome_name(ParseOutcome outcome);

/// Parses one bare NDN 0.3 Interest or Data (NDN packet specification 0.3, sections Interest, Data and the
/// TLV evolvability rules). Reads nothing outside `packet`. On `ok` every field of `view` but the hashes is
/// set; otherwise (but for `hop_limit_zero`) `view` holds nothing of use. An Interest inside a Nack parses as
/// an Interest; the caller sets the kind.
ParseOutcome parse_packet(std::span<const std::uint8_t> packet, PacketView& view);

/// Where the hashes of a format's names begin: its empty name's. Names of different formats never have one
/// key.
inline std::uint64_t empty_name_hash(const KeyedHash& hash, PacketFormat format) {
  constexpr std::uint64_t apart = 0x9e3779b97f4a7c15;
  return hash.empty() ^ static_cast<std::uint64_t>(format) * apart;
}

/// Sets `prefix_hash` and `name_hash` of a parsed view of any format, in one pass over the name.
void hash_name(const KeyedHash& hash, const std::uint8_t* packet, PacketView& view);

}  // namespace augustus::wire
