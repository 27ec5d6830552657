// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "store/frame_table.hh"

namespace augustus::store {

/// Looks at all frames of a store.
class FrameTableCheck {
 public:
  /// What a frame holds, as its Data say.
  struct Held {
    std::uint32_t bytes = 0;
    std::uint32_t count = 0;
    std::uint32_t unindexed = 0;
  };

  /// `held`: of each frame. Returns how many are on their way from or to an SSD. Throws BrokenInvariant when a frame
  /// holds otherwise, or stands in a list that it does not belong to.
  static std::uint32_t run(const FrameTable& frames, const std::vector<Held>& held);

 private:
  static std::uint32_t count_list(const FrameTable& frames, std::uint32_t head, FrameState state);
};

}  // namespace augustus::store
