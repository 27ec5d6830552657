// SPDX-License-Identifier: Apache-2.0
#include "store/content_store_check.hh"

#include "base/broken_invariant.hh"
#include "store/frame_table_check.hh"
#include "store/ssd/frame_order.hh"
#include "store/ssd/ssd_tier.hh"

namespace augustus::store {

std::vector<table::EntryIndex> ContentStoreCheck::run(const ContentStore& store) {
  const FrameTable& frames = store.frames_;
  std::vector<FrameTableCheck::Held> held(frames.count());
  std::vector<table::EntryIndex> entries;
  entries.reserve(store.size());
  std::uint64_t bytes = 0;
  SegmentId older = segment_none;
  for (SegmentId id = store.order_.oldest(); id != segment_none; id = frames.segment(id).newer) {
    const Segment& segment = frames.segment(id);
    ensure(segment.live() && segment.older == older, "the order of Data leads back as it leads forth", id);
    ensure(store.index_.cs_handle(segment.entry) == frames.handle(id), "a Data's name points back to it", id);
    ensure(segment.index_node == PrefixIndex::none || store.prefixes_.entry(segment.index_node) == segment.entry,
           "a Data stands at its node of the prefix index", id);
    auto& frame = held[frames.frame_of(id)];
    frame.bytes += segment.footprint();
    ++frame.count;
    frame.unindexed += segment.index_node == PrefixIndex::none && segment.is_ndn() ? 1 : 0;
    bytes += segment.length;
    entries.push_back(segment.entry);
    ensure(entries.size() <= store.size(), "there are as many Data as counted", store.size());
    older = id;
  }
  ensure(store.order_.newest() == older, "the order of Data ends with the newest", older);
  ensure(entries.size() == store.size(), "there are as many Data as counted", store.size());
  ensure(bytes == store.bytes(), "there are as many bytes of Data as counted", bytes);
  const std::uint32_t on_their_way = FrameTableCheck::run(frames, held);
  ensure(on_their_way == (store.ssd_ == nullptr ? 0 : store.ssd_->under_way()),
         "every read or write of the SSD has its frame", on_their_way);
  return entries;
}

}  // namespace augustus::store
