// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

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
  /// `frame_bytes` a multiple of 4 KiB, up to 2 MiB; segments start `head_bytes` (a multiple of
  /// Segment::unit) from a frame's start, and a frame takes `segments_max` at most.
  FrameTable(std::uint32_t frames, std::uint32_t frame_bytes, std::uint32_t head_bytes = 0,
             std::uint32_t segments_max = ~std::uint32_t{0});
  ~FrameTable();
  FrameTable(const FrameTable&) = delete;
  FrameTable& operator=(const FrameTable&) = delete;

  Segment& segment(SegmentId id) { return *reinterpret_cast<Segment*>(memory_->data() + id * Segment::unit); }
  const Segment& segment(SegmentId id) const {
    return *reinterpret_cast<const Segment*>(memory_->data() + id * Segment::unit);
  }
  std::uint32_t frame_of(SegmentId id) const {
    return static_cast<std::uint32_t>(static_cast<unsigned __int128>(id) * units_reciprocal_ >> 64);
  }
  table::SegmentHandle handle(SegmentId id) const { return handle(frame_of(id), id); }
  /// The same of one known to be in this frame.
  table::SegmentHandle handle(std::uint32_t frame, SegmentId id) const {
    return {frame, static_cast<std::uint16_t>(id - frame * units_), frames_[frame].generation};
  }
  /// The segment a handle names; segment_none when the handle is stale.
  SegmentId resolve(table::SegmentHandle handle) const;
  void prefetch(table::SegmentHandle handle) const;

  /// Whether the open frame has room for a Data of this many bytes.
  bool fits(std::uint32_t length) const { return open_ != frame_none && fits(open_, length); }
  /// The same of any open frame.
  bool fits(std::uint32_t frame, std::uint32_t length) const {
    return frames_[frame].used + Segment::footprint(length) <= frame_bytes_ &&
           frames_[frame].appended < segments_max_;
  }
  /// A place in the open frame, where it fits; the header holds the length, the rest is the caller's to fill.
  SegmentId append(std::uint32_t length) { return append(open_, length); }
  SegmentId append(std::uint32_t frame, std::uint32_t length);
  /// Closes the open frame and opens a free one; there must be one.
  void open_next();
  /// Opens a free frame beside the open one; there must be one.
  std::uint32_t open_another();
  /// No more is appended to this open frame. It may be free then, when it holds nothing.
  void close(std::uint32_t frame);

  // A frame on its way from and to an SSD.
  /// Takes a free frame to be read into; there must be one.
  std::uint32_t begin_read();
  /// Gives back a frame that was read into and is not wanted.
  void end_read(std::uint32_t frame) { recycle(frame); }
  /// An open (and not the shared open) or closed frame leaves the store: its Data are dropped one by one, its
  /// bytes stay until end_write.
  void begin_write(std::uint32_t frame);
  void end_write(std::uint32_t frame);
  /// The frame read or being written holds `used` bytes; Data in it are taken in, one by one.
  void begin_adopt(std::uint32_t frame, std::uint32_t used);
  void adopt(SegmentId id);
  void end_adopt(std::uint32_t frame) { close(frame); }
  std::span<std::uint8_t> bytes_of(std::uint32_t frame) {
    return {memory_->data() + std::size_t{frame} * frame_bytes_, frame_bytes_};
  }
  SegmentId segment_at(std::uint32_t frame, std::uint32_t offset) const {
    return frame * units_ + offset / static_cast<std::uint32_t>(Segment::unit);
  }
  std::uint32_t head_bytes() const { return head_bytes_; }

  /// The segment's Data is gone; its bytes stay until the frame is reused.
  void drop(SegmentId id);
  /// The prefix index has taken (or lost) segments of the frame.
  void count_unindexed(std::uint32_t frame, int change) {
    frames_[frame].unindexed += static_cast<std::uint32_t>(change);
    unindexed_ += static_cast<std::uint64_t>(static_cast<std::int64_t>(change));
  }
  /// Frees frames whose last packet in flight is gone, and has others of them be found again by emptiest(), a bounded
  /// number.
  void collect();

  /// Free frames: used before and cheap, or never touched.
  std::uint32_t recycled() const { return recycled_; }
  std::uint32_t untouched() const { return count_ - touched_; }
  std::uint32_t free_count() const { return recycled_ + untouched(); }
  /// An unpinned closed frame with about the least live bytes; frame_none when all looked at are pinned. These are set
  /// aside, so that the next call looks at others.
  std::uint32_t emptiest();

  /// Calls visit(SegmentId) for each live segment of the frame, in order of appending, until it returns
  /// false. `visit` may drop the segment it is given.
  template <typename Visit>
  void for_each_live(std::uint32_t frame, Visit&& visit) {
    const std::uint32_t used = frames_[frame].used;
    for (std::uint32_t at = head_bytes_; at < used && frames_[frame].live_count != 0;) {
      const SegmentId id = segment_at(frame, at);
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
  friend class FrameTableCheck;
  static constexpr std::uint32_t levels = 17;
  static constexpr std::uint32_t set_aside = levels;  ///< the level of closed frames that were found pinned
  using List = std::uint32_t;  ///< head

  std::uint32_t level_of(const Frame& frame) const {
    return static_cast<std::uint32_t>(std::uint64_t{frame.live_bytes} * (levels - 1) >> frame_bits_);
  }
  void push(List& list, std::uint32_t number);
  void unlink(List& list, std::uint32_t number);
  /// Of a closed frame.
  void set_level(std::uint32_t number, std::uint32_t level);
  void look_at_set_aside();
  void link_newest(std::uint32_t number);
  void unlink_age(std::uint32_t number);
  std::uint32_t take_free();
  void close_open();
  void empty(std::uint32_t number);
  void recycle(std::uint32_t number);

  FrameMemory* memory_;
  MappedMemory frames_memory_;
  Frame* frames_;
  std::uint32_t count_;
  std::uint32_t frame_bytes_;
  std::uint32_t head_bytes_;
  std::uint32_t segments_max_;
  unsigned frame_bits_;             ///< log2 of frame_bytes_, rounded up
  std::uint32_t units_;             ///< segment units a frame
  std::uint64_t units_reciprocal_;  ///< 2^64 / units_, rounded up: exact for 32-bit ids
  std::uint32_t open_ = frame_none;
  std::uint32_t touched_ = 0;
  std::uint32_t recycled_ = 0;
  std::uint32_t newest_ = frame_none;
  std::uint64_t unindexed_ = 0;
  List free_ = frame_none;
  List waiting_ = frame_none;
  std::uint32_t next_waiting_ = frame_none;  ///< where collect() goes on
  std::uint32_t next_set_aside_ = frame_none;  ///< likewise
  std::array<List, levels + 1> by_level_;
};

}  // namespace augustus::store
