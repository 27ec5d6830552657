// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "store/frame_memory.hh"

namespace augustus::store {

/// Which frames packets in flight may refer to: half of them at most, so that whoever holds packets back leaves the
/// store frames to go on with. A packet that is freed tells nobody. So a frame counts as pinned until it has been
/// looked at again, a few at a time, once the half is used up.
class PinnedFrames {
 public:
  explicit PinnedFrames(std::uint32_t frames) : marked_(frames), most_(frames / 2) {}

  /// Whether a packet may refer to this frame, which then counts as pinned.
  bool may_pin(const FrameMemory& memory, std::uint32_t frame) {
    if (marked_[frame]) {
      return memory.can_pin(frame);
    }
    if (count_ >= most_) {
      look_again(memory);
      if (count_ >= most_) {
        return false;
      }
    }
    marked_[frame] = true;
    ++count_;
    return memory.can_pin(frame);
  }

 private:
  static constexpr unsigned looks = 16;

  void look_again(const FrameMemory& memory) {
    for (unsigned i = 0; i < looks; ++i) {
      next_ = next_ + 1 < marked_.size() ? next_ + 1 : 0;
      if (marked_[next_] && !memory.pinned(next_)) {
        marked_[next_] = false;
        --count_;
      }
    }
  }

  std::vector<bool> marked_;
  std::uint32_t most_;
  std::uint32_t count_ = 0;  ///< of those marked
  std::uint32_t next_ = 0;   ///< the last that was looked at again
};

}  // namespace augustus::store
