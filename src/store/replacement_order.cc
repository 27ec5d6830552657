// SPDX-License-Identifier: Apache-2.0
#include "store/replacement_order.hh"

namespace augustus::store {

void ReplacementOrder::push_newest(SegmentId id) {
  Segment& segment = frames_.segment(id);
  segment.newer = segment_none;
  segment.older = newest_;
  newer_of(newest_) = id;
  newest_ = id;
}

void ReplacementOrder::unlink(SegmentId id) {
  const Segment& segment = frames_.segment(id);
  newer_of(segment.older) = segment.newer;
  older_of(segment.newer) = segment.older;
}

void ReplacementOrder::moved_to(SegmentId to) {
  const Segment& segment = frames_.segment(to);
  newer_of(segment.older) = to;
  older_of(segment.newer) = to;
}

}  // namespace augustus::store
