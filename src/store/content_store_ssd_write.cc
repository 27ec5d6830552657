// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>

#include "base/prefetch.hh"
#include "store/content_store.hh"
#include "store/ssd/extent_seal.hh"
#include "store/ssd/frame_order.hh"
#include "store/ssd/ssd_tier.hh"
#include "wire/compact_codec.hh"

// How frames leave memory for an SSD.

namespace augustus::store {
namespace {

/// Frames kept free for reads and new batches: a part of all, and no more than can be under way.
constexpr std::uint32_t free_part = 4;
constexpr std::uint32_t free_min = 2;
/// Frames made free for one insert or read, at most, while others wait to be written.
constexpr unsigned evictions_max = 4;
/// Data of a frame whose places in the name table are asked for together.
constexpr std::size_t let_go_together = 32;

}  // namespace

bool ContentStore::make_frame_free(std::uint32_t spared) {
  if (frames_.free_count() != 0) {
    return true;
  }
  frames_.collect();
  // Frames that can be written go first and come free later; when no more can be, one is dropped.
  const unsigned tries = ssd_->device().depth() + evictions_max;
  for (unsigned i = 0; i < tries && frames_.free_count() == 0; ++i) {
    const std::uint32_t frame = frame_order_->victim(spared);
    if (frame == frame_none) {
      break;
    }
    evict_frame(frame);
  }
  return frames_.free_count() != 0;
}

void ContentStore::keep_frames_free(std::uint32_t spared) {
  const std::uint32_t wanted =
      std::clamp(frames_.count() / free_part, free_min, static_cast<std::uint32_t>(ssd_->device().depth()));
  for (unsigned i = 0; i < evictions_max && frames_.free_count() + ssd_->writes() < wanted; ++i) {
    const std::uint32_t frame = frame_order_->victim(spared);
    if (frame == frame_none) {
      return;
    }
    evict_frame(frame);
  }
}

void ContentStore::evict_frame(std::uint32_t frame) {
  if (frames_.frame(frame).state == FrameState::open) {
    ssd_->forget_open(frame);
    frames_.close(frame);
    if (frames_.frame(frame).state != FrameState::closed) {
      return;
    }
  }
  frame_order_->gone(frame);
  prefetch_eviction(frame);
  bool is_copy = false;
  if (const std::uint32_t extent = frame_order_->extent_of(frame); extent != extent_none) {
    is_copy = ssd_->index().resident(extent) && ssd_->index().occupied(extent);
    ssd_->index().set_resident(extent, false);
  }
  if (is_copy || on_ssd(frame) || !write_frame(frame)) {
    empty_frame(frame);
  }
}

BatchPlace ContentStore::place_of(SegmentId id) const {
  const Segment& segment = frames_.segment(id);
  const std::span name = index_.name(segment.entry);
  if (segment.is_ndn()) {
    return ssd_->keys().place(name);
  }
  wire::PacketView view;
  const auto format = static_cast<wire::PacketFormat>(segment.format);
  const bool parsed =
      wire::parse_compact({segment.data(), segment.length}, format, view) == wire::ParseOutcome::ok;
  return ssd_->keys().place(parsed ? StoredName(name, view) : StoredName(name, format));
}

/// Whether the SSD has all of the frame already.
bool ContentStore::on_ssd(std::uint32_t frame) {
  bool all = true;
  frames_.for_each_live(frame, [&](SegmentId id) {
    const BatchPlace place = place_of(id);
    all = ssd_->index().find(place.key, place.mask) != extent_none;
    return all;
  });
  return all;
}

/// Asks for what the frame's Data will touch when they are let go: their headers, their names' entries, and
/// those entries' places in the name table.
void ContentStore::prefetch_eviction(std::uint32_t frame) {
  const auto bytes = frames_.bytes_of(frame);
  const std::uint32_t used = frames_.frame(frame).used;
  const std::uint32_t head = frames_.head_bytes();
  if (used <= head) {
    return;
  }
  // Data of a batch mostly has one length.
  const std::uint32_t distance = frames_.segment(frames_.segment_at(frame, head)).footprint();
  for (std::uint32_t at = head; at < used; at += distance) {
    augustus::prefetch(bytes.data() + at);
  }
  std::array<table::EntryIndex, let_go_together> entries;
  std::size_t count = 0;
  frames_.for_each_live(frame, [&](SegmentId id) {
    entries[count] = frames_.segment(id).entry;
    index_.prefetch(entries[count]);
    return ++count < entries.size();
  });
  for (std::size_t i = 0; i < count; ++i) {
    index_.prefetch_bucket(index_.hash(entries[i]));
  }
}

void ContentStore::empty_frame(std::uint32_t frame) {
  frames_.for_each_live(frame, [this](SegmentId id) {
    evict(id);
    return true;
  });
}

/// Of the first Data that the frame, which is not empty, holds.
std::uint64_t ContentStore::first_key(std::uint32_t frame) {
  std::uint64_t key = 0;
  frames_.for_each_live(frame, [&](SegmentId id) {
    key = place_of(id).key;
    return false;
  });
  return key;
}

/// What the frame holds, for its extent: batches, then as many prefixes as fit. How many.
std::uint32_t ContentStore::collect_items(std::uint32_t frame, disk::ExtentItem* items) {
  const std::uint32_t items_max = items_max_of(frames_.frame_bytes());
  std::uint32_t count = 0;
  const auto add = [&](std::uint64_t key, std::uint32_t mask) {
    auto* same = std::find_if(items, items + count, [&](const auto& item) { return item.key == key; });
    if (same == items + count) {
      if (count == items_max) {
        return;
      }
      *same = {key, 0, 0};
      ++count;
    }
    same->mask |= mask;
  };
  frames_.for_each_live(frame, [&](SegmentId id) {
    const BatchPlace place = place_of(id);
    add(place.key, place.mask);
    return true;
  });
  frames_.for_each_live(frame, [&](SegmentId id) {
    if (frames_.segment(id).is_ndn()) {
      ssd_->keys().for_each_prefix(index_.name(frames_.segment(id).entry),
                                   [&](std::uint64_t key) { add(key, 1); });
    }
    return count < items_max;
  });
  return count;
}

/// False when the frame is not to be, or cannot be, written; it is as before then.
bool ContentStore::write_frame(std::uint32_t frame) {
  if (!ssd_->can_write()) {
    ssd_->counters().write_busy.add();
    return false;
  }
  if (!ssd_->admits() || !ssd_->admission().admits(first_key(frame))) {
    ssd_->counters().not_admitted.add();
    return false;
  }
  const std::uint32_t extent = ssd_->index().allocate();
  if (extent == extent_none) {
    ssd_->counters().write_busy.add();
    return false;
  }
  const auto bytes = frames_.bytes_of(frame);
  auto* items = reinterpret_cast<disk::ExtentItem*>(bytes.data() + sizeof(disk::ExtentHeader));
  const std::uint32_t count = collect_items(frame, items);
  const auto& geometry = ssd_->region().geometry();
  const std::uint32_t used = frames_.frame(frame).used;
  const std::uint32_t blocks = (used + block_bytes - 1) / block_bytes;
  auto& header = *new (bytes.data()) disk::ExtentHeader;
  header.store_id = geometry.store_id;
  header.sequence = ssd_->region().next_sequence();
  header.written_wall = wall_clock_now();
  header.extent = extent;
  header.used_bytes = used;
  header.items = count;
  header.blocks = blocks;
  header.checksum = disk::checksum_of(header);
  frames_.begin_write(frame);
  for (std::uint32_t at = frames_.head_bytes(); at < used;) {
    const SegmentId id = frames_.segment_at(frame, at);
    const Segment segment = frames_.segment(id);
    if (segment.live()) {
      evict(id);
    }
    disk::SegmentRecord record;
    record.fresh_until = segment.fresh_until;
    record.live = segment.live() ? 1 + segment.format : 0;
    record.length = segment.length;
    std::memcpy(bytes.data() + at, &record, sizeof(record));
    at += segment.footprint();
  }
  if (!ssd_->device_seals()) {
    seal_records(bytes, frames_.head_bytes());
  }
  std::ranges::fill(bytes.subspan(used, std::size_t{blocks} * block_bytes - used), std::uint8_t{0});
  ssd_->counters().writes.add();
  ssd_->counters().items_full.add(ssd_->index().assign(extent, {items, count}, blocks));
  if (ssd_->start(IoKind::write, extent, frame, bytes.first(std::size_t{blocks} * block_bytes)) == nullptr) {
    ssd_->counters().write_errors.add();
    ssd_->index().forget_extent(extent);
    ssd_->index().release(extent);
    frames_.end_write(frame);
  }
  return true;
}

void ContentStore::finish_write(SsdOperation& operation, bool ok, TimeNs now) {
  const std::uint32_t frame = operation.frame;
  found_.clear();
  if (!ok) {
    ssd_->counters().write_errors.add();
    ssd_->index().forget_extent(operation.extent);
  }
  if (operation.waiters != SsdTier::none) {
    // Asked for meanwhile: it is still here.
    const auto& header = *reinterpret_cast<const disk::ExtentHeader*>(frames_.bytes_of(frame).data());
    adopt(frame, header, now);
    end_adopt(frame, ok ? operation.extent : extent_none);
  } else {
    frames_.end_write(frame);
  }
  ssd_->end(operation, [this](const SsdWaiter& waiter) { return has_item(found_, waiter.key, waiter.mask); });
}

}  // namespace augustus::store
