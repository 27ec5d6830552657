// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "store/frame_table.hh"

// Frames on their way from and to an SSD.

namespace augustus::store {

std::uint32_t FrameTable::begin_read() {
  const std::uint32_t number = take_free();
  frames_[number].state = FrameState::reading;
  return number;
}

void FrameTable::begin_write(std::uint32_t number) {
  Frame& frame = frames_[number];
  assert(number != open_);
  if (frame.state == FrameState::closed) {
    unlink(by_level_[frame.level], number);
  }
  unlink_age(number);
  frame.state = FrameState::writing;
}

void FrameTable::end_write(std::uint32_t number) {
  if (memory_->pinned(number)) {
    frames_[number].state = FrameState::waiting;
    push(waiting_, number);
  } else {
    recycle(number);
  }
}

void FrameTable::begin_adopt(std::uint32_t number, std::uint32_t used) {
  Frame& frame = frames_[number];
  frame.state = FrameState::open;
  frame.used = used;
  frame.live_bytes = 0;
  frame.live_count = 0;
  frame.unindexed = 0;
  ++frame.generation;
  link_newest(number);
}

void FrameTable::adopt(SegmentId id) {
  Frame& frame = frames_[frame_of(id)];
  frame.live_bytes += segment(id).footprint();
  ++frame.live_count;
  ++frame.appended;
}

}  // namespace augustus::store
