// SPDX-License-Identifier: Apache-2.0
#include "store/frame_table.hh"

#include <bit>
#include <cassert>
#include <new>

#include "base/checked_build.hh"
#include "base/prefetch.hh"

namespace augustus::store {
namespace {

/// Frames that one call looks at for whether they are still pinned.
constexpr unsigned looked_at_max = 16;

}  // namespace

FrameTable::FrameTable(std::uint32_t frames, std::uint32_t frame_bytes, std::uint32_t head_bytes,
                       std::uint32_t segments_max)
    : memory_(FrameMemory::create(frames, frame_bytes)),
      frames_memory_(frames * sizeof(Frame), "CS frame table"),
      frames_(static_cast<Frame*>(frames_memory_.data())),
      count_(frames),
      frame_bytes_(frame_bytes),
      head_bytes_(head_bytes),
      segments_max_(segments_max),
      frame_bits_(static_cast<unsigned>(std::bit_width(frame_bytes - 1))),
      units_(frame_bytes / static_cast<std::uint32_t>(Segment::unit)),
      units_reciprocal_(~std::uint64_t{0} / units_ + 1) {
  by_level_.fill(frame_none);
}

FrameTable::~FrameTable() {
  memory_->release();
}

SegmentId FrameTable::resolve(table::SegmentHandle handle) const {
  if (handle.frame >= touched_) {
    return segment_none;
  }
  const Frame& frame = frames_[handle.frame];
  if (frame.generation != handle.generation || handle.place * Segment::unit >= frame.used) {
    return segment_none;
  }
  return handle.frame * units_ + handle.place;
}

void FrameTable::prefetch(table::SegmentHandle handle) const {
  if (!handle.valid()) {
    return;
  }
  const std::uint8_t* start =
      memory_->data() + std::size_t{handle.frame} * frame_bytes_ + handle.place * Segment::unit;
  augustus::prefetch(&frames_[handle.frame]);
  augustus::prefetch(start);
  augustus::prefetch(start + 64);
  augustus::prefetch(start + 128);
}

SegmentId FrameTable::append(std::uint32_t number, std::uint32_t length) {
  assert(fits(number, length));
  Frame& frame = frames_[number];
  const SegmentId id = segment_at(number, frame.used);
  const std::uint32_t footprint = Segment::footprint(length);
  frame.used += footprint;
  frame.live_bytes += footprint;
  ++frame.live_count;
  ++frame.appended;
  segment(id).length = length;
  return id;
}

std::uint32_t FrameTable::take_free() {
  std::uint32_t number = free_;
  if (number != frame_none) {
    unlink(free_, number);
    --recycled_;
  } else {
    assert(touched_ < count_);
    number = touched_++;
    new (&frames_[number]) Frame;
    memory_->prepare(number);
  }
  unpoison(memory_->data() + std::size_t{number} * frame_bytes_, frame_bytes_);
  Frame& frame = frames_[number];
  frame.used = head_bytes_;
  frame.appended = 0;
  ++frame.generation;
  return number;
}

void FrameTable::open_next() {
  close_open();
  open_ = open_another();
}

std::uint32_t FrameTable::open_another() {
  const std::uint32_t number = take_free();
  frames_[number].state = FrameState::open;
  link_newest(number);
  return number;
}

void FrameTable::close_open() {
  if (open_ != frame_none) {
    close(open_);
  }
}

void FrameTable::close(std::uint32_t number) {
  Frame& frame = frames_[number];
  if (number == open_) {
    open_ = frame_none;
  }
  frame.state = FrameState::closed;
  frame.level = static_cast<std::uint8_t>(level_of(frame));
  push(by_level_[frame.level], number);
  if (frame.live_count == 0) {
    empty(number);
  }
}

void FrameTable::drop(SegmentId id) {
  const std::uint32_t number = frame_of(id);
  Frame& frame = frames_[number];
  Segment& gone = segment(id);
  frame.live_bytes -= gone.footprint();
  --frame.live_count;
  if (gone.index_node == 0 && gone.is_ndn()) {
    count_unindexed(number, -1);
  }
  gone.entry = table::entry_none;
  if (frame.state == FrameState::open) {
    if (frame.live_count == 0 && !memory_->pinned(number)) {
      frame.used = head_bytes_;
      frame.appended = 0;
      ++frame.generation;
    }
    return;
  }
  if (frame.state == FrameState::writing) {
    return;
  }
  if (frame.live_count == 0) {
    empty(number);
    return;
  }
  if (const std::uint32_t level = level_of(frame); level != frame.level && frame.level != set_aside) {
    set_level(number, level);
  }
}

void FrameTable::empty(std::uint32_t number) {
  Frame& frame = frames_[number];
  unlink(by_level_[frame.level], number);
  unlink_age(number);
  if (memory_->pinned(number)) {
    frame.state = FrameState::waiting;
    push(waiting_, number);
  } else {
    recycle(number);
  }
}

void FrameTable::recycle(std::uint32_t number) {
  frames_[number].state = FrameState::free;
  poison(memory_->data() + std::size_t{number} * frame_bytes_, frame_bytes_);
  push(free_, number);
  ++recycled_;
}

void FrameTable::collect() {
  std::uint32_t number = next_waiting_ != frame_none ? next_waiting_ : waiting_;
  for (unsigned i = 0; i < looked_at_max && number != frame_none; ++i) {
    const std::uint32_t next = frames_[number].list_next;
    if (!memory_->pinned(number)) {
      unlink(waiting_, number);
      recycle(number);
    }
    number = next;
  }
  next_waiting_ = number;
  look_at_set_aside();
}

void FrameTable::look_at_set_aside() {
  std::uint32_t number = next_set_aside_ != frame_none ? next_set_aside_ : by_level_[set_aside];
  for (unsigned i = 0; i < looked_at_max && number != frame_none; ++i) {
    const std::uint32_t next = frames_[number].list_next;
    if (!memory_->pinned(number)) {
      set_level(number, level_of(frames_[number]));
    }
    number = next;
  }
  next_set_aside_ = number;
}

std::uint32_t FrameTable::emptiest() {
  unsigned looks_left = 32;
  for (std::uint32_t level = 0; level < levels; ++level) {
    while (by_level_[level] != frame_none) {
      const std::uint32_t number = by_level_[level];
      if (!memory_->pinned(number)) {
        return number;
      }
      set_level(number, set_aside);
      if (--looks_left == 0) {
        return frame_none;
      }
    }
  }
  return frame_none;
}

void FrameTable::set_level(std::uint32_t number, std::uint32_t level) {
  Frame& frame = frames_[number];
  unlink(by_level_[frame.level], number);
  frame.level = static_cast<std::uint8_t>(level);
  push(by_level_[level], number);
}

void FrameTable::push(List& list, std::uint32_t number) {
  Frame& frame = frames_[number];
  frame.list_next = list;
  frame.list_previous = frame_none;
  if (list != frame_none) {
    frames_[list].list_previous = number;
  }
  list = number;
}

void FrameTable::unlink(List& list, std::uint32_t number) {
  const Frame& frame = frames_[number];
  (frame.list_previous == frame_none ? list : frames_[frame.list_previous].list_next) = frame.list_next;
  if (frame.list_next != frame_none) {
    frames_[frame.list_next].list_previous = frame.list_previous;
  }
  if (number == next_set_aside_) {
    next_set_aside_ = frame.list_next;
  }
}

void FrameTable::link_newest(std::uint32_t number) {
  Frame& frame = frames_[number];
  frame.newer = frame_none;
  frame.older = newest_;
  if (newest_ != frame_none) {
    frames_[newest_].newer = number;
  }
  newest_ = number;
}

void FrameTable::unlink_age(std::uint32_t number) {
  const Frame& frame = frames_[number];
  (frame.newer == frame_none ? newest_ : frames_[frame.newer].older) = frame.older;
  if (frame.older != frame_none) {
    frames_[frame.older].newer = frame.newer;
  }
}

}  // namespace augustus::store
