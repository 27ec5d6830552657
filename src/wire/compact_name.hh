// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "wire/packet_format.hh"
#include "wire/packet_view.hh"

namespace augustus::wire {

/// A compact name written into memory of the caller's: its bytes and where its components end.
struct CompactName {
  static constexpr unsigned components_max = prefix_components_max - 1;

  std::span<std::uint8_t> room;  ///< where it is written
  std::size_t length = 0;
  unsigned count = 0;
  std::array<std::uint16_t, components_max> ends;

  std::span<const std::uint8_t> bytes() const { return room.first(length); }
  std::span<const std::uint16_t> component_ends() const { return {ends.data(), count}; }
};

/// Writes the name with these NDN components (the value of a Name TLV) as a compact one; false when it has
/// more than 31 components, is empty, malformed, or does not fit. A generic component becomes its value, and
/// in the 2016 layout a '/' is put behind each but the last; a segment number at the end becomes the 4-byte
/// chunk id there. Any other component becomes its whole TLV, and so does what would otherwise be read as
/// something else: two names never become one, and name_from_compact gives back the very name.
bool compact_from_name(std::span<const std::uint8_t> name_value, PacketFormat format, CompactName& name);

/// The same for the prefix of longer names: in the 2016 layout a '/' stands behind its last component too.
bool compact_prefix_from_name(std::span<const std::uint8_t> name_value, PacketFormat format,
                              CompactName& name);

/// Writes the name of a compact packet as NDN components at the start of `room`; the bytes written, 0 when it
/// does not fit or was not made by the rules above: a component of the 2016 layout without its '/', or 32
/// components and more.
std::size_t name_from_compact(std::span<const std::uint8_t> packet, const PacketView& view,
                              std::span<std::uint8_t> room);

}  // namespace augustus::wire
