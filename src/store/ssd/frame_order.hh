// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "store/frame_table.hh"
#include "store/ssd/extent_index.hh"
#include "store/store_options.hh"

namespace augustus::store {

/// Which frame goes to the SSD next: by when it was opened (FIFO), used (LRU), how often (LFU, the least of a
/// sample), or any. A frame that the store has emptied meanwhile is passed over.
class FrameOrder {
 public:
  FrameOrder(const FrameTable& frames, Replacement replacement)
      : frames_(frames), replacement_(replacement), uses_(frames.count()) {}

  void opened(std::uint32_t frame);
  void used(std::uint32_t frame);
  void gone(std::uint32_t frame);
  /// A frame that holds something, not pinned if one can be found soon, and not `spared`; frame_none.
  std::uint32_t victim(std::uint32_t spared);

  /// The extent whose copy the frame is; extent_none.
  std::uint32_t& extent_of(std::uint32_t frame) { return uses_[frame].extent; }

 private:
  struct Use {
    std::uint32_t older = frame_none;
    std::uint32_t newer = frame_none;
    std::uint32_t extent = extent_none;
    std::uint16_t count = 0;
    bool listed = false;
  };

  bool evictable(std::uint32_t frame) const {
    const FrameState state = frames_.frame(frame).state;
    return (state == FrameState::closed || state == FrameState::open) && frames_.frame(frame).live_count != 0;
  }
  void unlink(std::uint32_t frame);
  std::uint32_t oldest(std::uint32_t spared);
  std::uint32_t sampled(std::uint32_t spared);

  const FrameTable& frames_;
  Replacement replacement_;
  std::vector<Use> uses_;
  std::uint32_t oldest_ = frame_none;
  std::uint32_t newest_ = frame_none;
  std::uint32_t hand_ = 0;
};

}  // namespace augustus::store
