// SPDX-License-Identifier: Apache-2.0
#include "store/frame_table_check.hh"

#include <array>

#include "base/broken_invariant.hh"

namespace augustus::store {

std::uint32_t FrameTableCheck::run(const FrameTable& frames, const std::vector<Held>& held) {
  std::array<std::uint32_t, 6> in_state{};
  std::uint64_t unindexed = 0;
  for (std::uint32_t number = 0; number < frames.touched_; ++number) {
    const Frame& frame = frames.frames_[number];
    ++in_state[static_cast<std::size_t>(frame.state)];
    ensure(frame.live_count == held[number].count && frame.live_bytes == held[number].bytes,
           "a frame counts the Data it holds", number);
    ensure(frame.unindexed == held[number].unindexed, "a frame counts its Data without prefixes", number);
    const bool holds = frame.state == FrameState::open || frame.state == FrameState::closed;
    ensure(holds || frame.live_count == 0, "Data are in frames that are open or closed", number);
    ensure(frame.state != FrameState::closed || frame.live_count != 0, "a closed frame holds something", number);
    ensure(frame.used <= frames.frame_bytes_ && (!holds || frame.live_bytes <= frame.used),
           "a frame holds no more than it has", number);
    unindexed += frame.unindexed;
  }
  const auto count = [&](FrameState state) { return in_state[static_cast<std::size_t>(state)]; };
  ensure(unindexed == frames.unindexed_, "Data without prefixes are counted", unindexed);
  ensure(count_list(frames, frames.free_, FrameState::free) == frames.recycled_ &&
             frames.recycled_ == count(FrameState::free),
         "free frames are in their list", frames.recycled_);
  ensure(count_list(frames, frames.waiting_, FrameState::waiting) == count(FrameState::waiting),
         "frames that wait for packets are in their list", count(FrameState::waiting));
  std::uint32_t closed = 0;
  for (std::uint32_t level = 0; level < frames.by_level_.size(); ++level) {
    closed += count_list(frames, frames.by_level_[level], FrameState::closed);
    for (std::uint32_t number = frames.by_level_[level]; number != frame_none;) {
      const Frame& frame = frames.frames_[number];
      ensure(frame.level == level && (level == FrameTable::set_aside || level == frames.level_of(frame)),
             "a closed frame is in the list of its level", number);
      number = frame.list_next;
    }
  }
  ensure(frames.next_set_aside_ == frame_none || frames.frames_[frames.next_set_aside_].level == FrameTable::set_aside,
         "the next frame to be looked at is set aside", frames.next_set_aside_);
  ensure(closed == count(FrameState::closed), "closed frames are in the lists by level", closed);
  std::uint32_t aged = 0;
  std::uint32_t newer = frame_none;
  for (std::uint32_t number = frames.newest_; number != frame_none; number = frames.frames_[number].older) {
    ensure(frames.frames_[number].newer == newer, "the order of frames leads back as it leads forth", number);
    ++aged;
    newer = number;
  }
  ensure(aged == closed + count(FrameState::open), "open and closed frames are in order of age", aged);
  ensure(frames.open_ == frame_none || frames.frames_[frames.open_].state == FrameState::open,
         "the open frame is open", frames.open_);
  return count(FrameState::reading) + count(FrameState::writing);
}

std::uint32_t FrameTableCheck::count_list(const FrameTable& frames, std::uint32_t head, FrameState state) {
  std::uint32_t count = 0;
  std::uint32_t previous = frame_none;
  for (std::uint32_t number = head; number != frame_none; number = frames.frames_[number].list_next) {
    ensure(frames.frames_[number].state == state, "a frame is in the list of its state", number);
    ensure(frames.frames_[number].list_previous == previous, "a list of frames leads back as it leads forth",
           number);
    ++count;
    previous = number;
  }
  return count;
}

}  // namespace augustus::store
