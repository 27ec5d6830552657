// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/mapped_memory.hh"
#include "store/frame.hh"
#include "store/frame_memory.hh"
#include "store/segment.hh"
#include "table/segment_handle.hh"

namespace augustus::store {

/// The frames of one partition as a log: one is open and appended to, the others are closed, waiting for
/// packets in flight, or free. A frame whose last Data goes is free at once (waiting while pinned), and
/// reused last in, first out, so that a store that holds little touches little memory.
class FrameTable {
 public:
  /// `frame_bytes` a power of two.
  FrameTable(std::uint32_t frames, std::uint32_t frame_bytes);
  ~FrameTable();
  FrameTable(const FrameTable&) = delete;
  FrameTable& operator=(const FrameTable&) = delete;

  Segment& segment(SegmentId id) { return *reinterpret_cast<Segment*>(memory_->data() + id * Segment::unit); }
  const Segment& segment(SegmentId id) const {
    return *reinterpret_cast<const Segment*>(memory_->data() + id * Segment::unit);
  }
  std::uint32_t frame_of(SegmentId id) const { return id >> place_bits_; }
  table::SegmentHandle handle(SegmentId id) const;
  /// The segment a handle names; segment_none when the handle is stale.
  SegmentId resolve(table::SegmentHandle handle) const;
  void prefetch(table::SegmentHandle handle) const;

  /// Whether the open frame has room for a Data of this many bytes.
  bool fits(std::uint32_t length) const {
    return open_ != frame_none && frames_[open_].used + Segment::footprint(length) <= frame_bytes_;
  }
  /// A place in the open frame, where it fits; the header holds the length, the rest is the caller's to fill.
  SegmentId append(std::uint32_t length);
  /// Closes the open frame and opens a free one; there must be one.
  void open_next();
  /// The segment's Data is gone; its bytes stay until the frame is reused.
  void drop(SegmentId id);
  /// The prefix index has taken (or lost) the segment.
  void count_unindexed(SegmentId id, int change);
  /// Frees frames whose last packet in flight is gone, a bounded number.
  void collect();

  /// Free frames: used before and cheap, or never touched.
  std::uint32_t recycled() const { return recycled_; }
  std::uint32_t untouched() const { return count_ - touched_; }
  std::uint32_t free_count() const { return recycled_ + untouched(); }
  /// An unpinned closed frame with about the least live bytes; frame_none when all looked at are pinned.
  std::uint32_t emptiest() const;

  /// Calls visit(SegmentId) for each live segment of the frame, in order of appending, until it returns
  /// false. `visit` may drop the segment it is given.
  template <typename Visit>
  void for_each_live(std::uint32_t frame, Visit&& visit) {
    const SegmentId first = frame << place_bits_;
    const std::uint32_t used = frames_[frame].used;
    for (std::uint32_t at = 0; at < used && frames_[frame].live_count != 0;) {
      const SegmentId id = first + at / static_cast<std::uint32_t>(Segment::unit);
      at += segment(id).footprint();
      if (segment(id).live() && !visit(id)) {
        return;
      }
    }
  }

  const Frame& frame(std::uint32_t number) const { return frames_[number]; }
  std::uint32_t open_frame() const { return open_; }
  std::uint32_t newest() const { return newest_; }  ///< by when they were opened; then Frame::older
  std::uint32_t count() const { return count_; }
  std::uint32_t frame_bytes() const { return frame_bytes_; }
  std::uint64_t unindexed() const { return unindexed_; }
  FrameMemory& memory() { return *memory_; }
  const FrameMemory& memory() const { return *memory_; }

 private:
  static constexpr std::uint32_t levels = 17;
  using List = std::uint32_t;  ///< head

  std::uint32_t level_of(const Frame& frame) const {
    return static_cast<std::uint32_t>(std::uint64_t{frame.live_bytes} * (levels - 1) >> frame_bits_);
  }
  void push(List& list, std::uint32_t number);
  void unlink(List& list, std::uint32_t number);
  void link_newest(std::uint32_t number);
  void unlink_age(std::uint32_t number);
  void close_open();
  void empty(std::uint32_t number);
  void recycle(std::uint32_t number);

  FrameMemory* memory_;
  MappedMemory frames_memory_;
  Frame* frames_;
  std::uint32_t count_;
  std::uint32_t frame_bytes_;
  unsigned frame_bits_;  ///< log2 of frame_bytes_
  unsigned place_bits_;
  std::uint32_t open_ = frame_none;
  std::uint32_t touched_ = 0;
  std::uint32_t recycled_ = 0;
  std::uint32_t newest_ = frame_none;
  std::uint64_t unindexed_ = 0;
  List free_ = frame_none;
  List waiting_ = frame_none;
  std::uint32_t next_waiting_ = frame_none;  ///< where collect() goes on
  std::array<List, levels> by_level_;
};

}  // namespace augustus::store
