// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::store {

inline constexpr std::uint32_t frame_none = ~std::uint32_t{0};

enum class FrameState : std::uint8_t {
  open,     ///< segments are appended to it
  closed,   ///< holds live segments
  waiting,  ///< holds none, but packets in flight still refer to it
  free,
  reading,  ///< the SSD fills it
  writing   ///< holds none, but the SSD takes its bytes
};

/// Bookkeeping of one frame, in one cache line.
struct alignas(64) Frame {
  std::uint32_t used = 0;        ///< bytes appended, headers included
  std::uint32_t live_bytes = 0;  ///< of them, of Data still held
  std::uint32_t live_count = 0;
  std::uint32_t unindexed = 0;           ///< live Data that the prefix index does not know yet
  std::uint32_t list_next = frame_none;  ///< closed: of the same level; waiting; free
  std::uint32_t list_previous = frame_none;
  std::uint32_t older = frame_none;  ///< frames in use, by when they were opened
  std::uint32_t newer = frame_none;
  std::uint32_t appended = 0;    ///< segments, live or not
  std::uint16_t generation = 0;  ///< counts its uses
  FrameState state = FrameState::free;
  std::uint8_t level = 0;  ///< closed: live_bytes in sixteenths of a frame, unless it is set aside as pinned
};
static_assert(sizeof(Frame) == 64);

}  // namespace augustus::store
