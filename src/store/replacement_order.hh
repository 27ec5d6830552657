// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/frame_table.hh"
#include "store/segment.hh"

namespace augustus::store {

/// The Data of a store from oldest to newest, linked through their headers: by arrival (FIFO) or by use
/// (LRU).
class ReplacementOrder {
 public:
  explicit ReplacementOrder(FrameTable& frames) : frames_(frames) {}

  SegmentId oldest() const { return oldest_; }
  SegmentId newest() const { return newest_; }

  void push_newest(SegmentId id);
  void unlink(SegmentId id);
  /// The segment stands at a new address, its links copied: its neighbours learn it.
  void moved_to(SegmentId to);

 private:
  SegmentId& newer_of(SegmentId id) { return id == segment_none ? oldest_ : frames_.segment(id).newer; }
  SegmentId& older_of(SegmentId id) { return id == segment_none ? newest_ : frames_.segment(id).older; }

  FrameTable& frames_;
  SegmentId oldest_ = segment_none;
  SegmentId newest_ = segment_none;
};

}  // namespace augustus::store
