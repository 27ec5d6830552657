// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::table {

/// Names one Data held by the content store: the frame, the place in it, and the frame's generation when it was
/// stored, so that a handle kept past an eviction is recognised as stale.
struct SegmentHandle {
  std::uint32_t frame = ~std::uint32_t{0};
  std::uint16_t place = 0;
  std::uint16_t generation = 0;

  bool valid() const { return frame != ~std::uint32_t{0}; }
  bool operator==(const SegmentHandle&) const = default;
};
static_assert(sizeof(SegmentHandle) == 8);

}  // namespace augustus::table
