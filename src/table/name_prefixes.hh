// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/keyed_hash.hh"
#include "wire/packet_view.hh"

namespace augustus::table {

/// The prefixes of a name, for longest-prefix matching: where each ends and its table hash. Refers to a
/// parsed packet or to a SplitName; owns nothing.
struct NamePrefixes {
  const std::uint8_t* name;   ///< first component's TLV
  const std::uint16_t* end;   ///< end[i]: bytes of the first i + 1 components
  const std::uint64_t* hash;  ///< hash[i]: of the first i components
  unsigned count;             ///< prefixes of 0..count components; at most prefix_components_max

  std::uint16_t length(unsigned components) const { return components == 0 ? 0 : end[components - 1]; }
};

/// For what reads hashes alone, without the bytes of the name.
inline NamePrefixes prefixes_of(const wire::PacketView& view) {
  return {nullptr, view.component_end.data(), view.prefix_hash.data(), view.prefix_count()};
}

inline NamePrefixes prefixes_of(const wire::PacketView& view, const std::uint8_t* packet) {
  return {packet + view.name_offset, view.component_end.data(), view.prefix_hash.data(), view.prefix_count()};
}

/// A Name TLV's value split and hashed outside a packet.
struct SplitName {
  /// Reads nothing outside `name_value`; stops at the first component that is not well formed.
  SplitName(const KeyedHash& hash, std::span<const std::uint8_t> name_value);
  /// A compact name, its components ending at `ends` (ascending, the last at its end; at most 32). Nothing,
  /// and nothing in `ends`, is the prefix of all names.
  SplitName(const KeyedHash& hash, wire::PacketFormat format, std::span<const std::uint8_t> name,
            std::span<const std::uint16_t> ends);

  NamePrefixes prefixes() const { return {value.data(), end.data(), prefix_hash.data(), count}; }

  std::span<const std::uint8_t> value;
  unsigned count = 0;  ///< components that are indexed, at most prefix_components_max
  bool whole = false;  ///< `count` components are all there is
  std::array<std::uint16_t, wire::prefix_components_max> end;
  std::array<std::uint64_t, wire::prefix_components_max + 1> prefix_hash;
};

}  // namespace augustus::table
