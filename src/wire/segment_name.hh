// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace augustus::wire {

/// Which last component of a name is a segment number: NDN naming conventions (revision 3) have the typed
/// component 50, revision 1 a generic component that starts with the marker 0x00.
struct SegmentRule {
  std::uint16_t component_type = 50;
  bool with_marker = true;  ///< a generic component of `marker` and the number counts too
  std::uint8_t marker = 0x00;
};

/// A name as a segment of an object.
struct SegmentName {
  std::size_t prefix_bytes;  ///< of the components before the segment number
  std::uint64_t number;
  bool segmented;  ///< false: no segment number; `prefix_bytes` is the whole name, `number` 0
};

/// Splits a Name TLV's value. Reads nothing outside it; of a malformed name the whole is the prefix.
SegmentName split_segment(std::span<const std::uint8_t> name_value, const SegmentRule& rule = {});

}  // namespace augustus::wire
