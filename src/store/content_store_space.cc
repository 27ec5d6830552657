// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "store/content_store.hh"

// How ContentStore comes by room: opening frames, moving Data together, clearing full frames.

namespace augustus::store {
namespace {

/// One frame is kept back, so that moving Data out of a frame always finds room.
constexpr std::uint32_t frames_kept_back = 1;
/// Frames made free for one insert, at most.
constexpr unsigned reclaims_max = 8;

}  // namespace

SegmentId ContentStore::append(std::uint32_t length) {
  if (frames_.fits(length)) {
    return frames_.append(length);
  }
  frames_.collect();
  // A store that holds little stays small: before an untouched frame is taken, sparse frames are compacted.
  if (frames_.recycled() == 0 && frames_.untouched() > frames_kept_back) {
    const std::uint32_t sparse = frames_.emptiest();
    if (sparse != frame_none && frames_.frame(sparse).live_bytes <= frames_.frame_bytes() / 4) {
      compact(sparse);
    }
  }
  for (unsigned i = 0; i < reclaims_max && !frames_.fits(length); ++i) {
    if (frames_.free_count() > frames_kept_back) {
      frames_.open_next();
    } else if (!reclaim()) {
      break;
    }
  }
  if (!frames_.fits(length) && frames_.free_count() != 0) {
    frames_.open_next();
  }
  return frames_.fits(length) ? frames_.append(length) : segment_none;
}

bool ContentStore::reclaim() {
  const std::uint32_t emptiest = frames_.emptiest();
  if (emptiest == frame_none) {
    return false;
  }
  if (frames_.frame(emptiest).live_bytes <= frames_.frame_bytes() / 4 * 3) {
    compact(emptiest);
    return true;
  }
  const std::uint32_t oldest = frames_.frame_of(order_.oldest());
  const bool closed = frames_.frame(oldest).state == FrameState::closed;
  clear(closed && !frames_.memory().pinned(oldest) ? oldest : emptiest);
  return true;
}

void ContentStore::compact(std::uint32_t frame) {
  frames_.for_each_live(frame, [this](SegmentId id) {
    if (!move(id)) {
      evict(id);
    }
    return true;
  });
}

void ContentStore::clear(std::uint32_t frame) {
  const std::uint32_t age_of_oldest = uses_ - frames_.segment(order_.oldest()).last_use;
  std::uint32_t may_move = lru_ ? frames_.frame_bytes() / 2 : 0;
  frames_.for_each_live(frame, [&](SegmentId id) {
    const Segment& segment = frames_.segment(id);
    const std::uint32_t footprint = segment.footprint();
    const bool recent = uses_ - segment.last_use < age_of_oldest / 2;
    if (recent && footprint <= may_move && move(id)) {
      may_move -= footprint;
    } else {
      evict(id);
    }
    return true;
  });
}

bool ContentStore::move(SegmentId from) {
  Segment& source = frames_.segment(from);
  if (!frames_.fits(source.length)) {
    if (frames_.free_count() == 0) {
      return false;
    }
    frames_.open_next();
  }
  const SegmentId to = frames_.append(source.length);
  Segment& target = frames_.segment(to);
  std::memcpy(static_cast<void*>(&target), &source, sizeof(Segment) + source.length);
  if (target.index_node == PrefixIndex::none && target.is_ndn()) {
    frames_.count_unindexed(frames_.frame_of(to), 1);
  }
  order_.moved_to(to);
  index_.set_cs_handle(target.entry, frames_.handle(to));
  frames_.drop(from);
  ++moved_;
  return true;
}

}  // namespace augustus::store
