// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.hh"
#include "table/name_key.hh"
#include "wire/packet_format.hh"

namespace augustus::store {

/// A place in the store's frames, in units of 32 B from the first frame: frame number, then place in it.
using SegmentId = std::uint32_t;
inline constexpr SegmentId segment_none = ~SegmentId{0};

/// What stands in front of each stored Data, in its frame: one line fetches the header and the Data's first
/// bytes. The Data's TLV follows. Only the owning worker touches headers; packets in flight refer to the TLV.
struct alignas(32) Segment {
  static constexpr std::size_t unit = 32;

  table::EntryIndex entry;   ///< its name; entry_none once evicted or moved
  std::uint32_t index_node;  ///< in the prefix index; 0: not indexed (yet)
  SegmentId older;           ///< replacement order
  SegmentId newer;
  TimeNs fresh_until;         ///< wall clock; 0: never fresh. Outlives the process with a second tier.
  std::uint32_t last_use;     ///< the store's count of uses when this one was stored or last served (LRU)
  std::uint32_t length : 30;  ///< bytes of the Data's TLV
  std::uint32_t format : 2;   ///< wire::PacketFormat of the Data

  std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(this + 1); }
  const std::uint8_t* data() const { return reinterpret_cast<const std::uint8_t*>(this + 1); }
  bool is_ndn() const { return format == static_cast<std::uint32_t>(wire::PacketFormat::ndn); }
  bool live() const { return entry != table::entry_none; }
  /// Bytes of frame that a Data of `length` bytes takes.
  static constexpr std::uint32_t footprint(std::uint32_t length) {
    return static_cast<std::uint32_t>(2 * unit - 1 + length) & ~static_cast<std::uint32_t>(unit - 1);
  }
  std::uint32_t footprint() const { return footprint(length); }
};
static_assert(sizeof(Segment) == Segment::unit, "two headers a cache line, none across two");

}  // namespace augustus::store
