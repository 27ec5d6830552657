// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "wire/packet_view.hh"

namespace augustus::store {

/// A name, or the prefix of names, as the content store needs it; refers to the packet it came with. An NDN
/// name (a Name TLV's value) says itself where its components end, a compact one does not.
struct StoredName {
  StoredName() = default;
  StoredName(std::span<const std::uint8_t> ndn) : bytes(ndn) {}
  StoredName(std::span<const std::uint8_t> name, wire::PacketFormat of,
             std::span<const std::uint16_t> at = {})
      : bytes(name), format(of), ends(at) {}
  /// `name`: what of the view's name counts.
  StoredName(std::span<const std::uint8_t> name, const wire::PacketView& view)
      : StoredName(name, view.format, {view.component_end.data(), view.prefix_count()}) {}

  bool is_ndn() const { return format == wire::PacketFormat::ndn; }
  /// Compact: where the last component begins.
  std::size_t last() const { return ends.size() < 2 ? 0 : ends[ends.size() - 2]; }

  std::span<const std::uint8_t> bytes;
  wire::PacketFormat format = wire::PacketFormat::ndn;
  std::span<const std::uint16_t> ends;  ///< compact, of a whole name: where each component ends
};

/// Whether the whole name is at or below the prefix.
inline bool is_below(const StoredName& name, const StoredName& prefix) {
  const std::size_t length = prefix.bytes.size();
  if (name.format != prefix.format || name.bytes.size() < length ||
      !std::ranges::equal(name.bytes.first(length), prefix.bytes)) {
    return false;
  }
  return prefix.is_ndn() || length == 0 || length == name.bytes.size() ||
         std::ranges::find(name.ends, length) != name.ends.end();
}

}  // namespace augustus::store
