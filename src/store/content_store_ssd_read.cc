// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>

#include "base/prefetch.hh"
#include "store/content_store.hh"
#include "store/ssd/frame_order.hh"
#include "store/ssd/ssd_tier.hh"
#include "wire/compact_codec.hh"
#include "wire/parse_packet.hh"

// How extents come back from an SSD.

namespace augustus::store {
namespace {

/// Of Segment::length.
constexpr std::uint32_t length_mask = (1u << 30) - 1;

/// Data of an extent whose places in the name table are asked for together.
constexpr std::size_t taken_together = 8;

bool parse_data(std::span<const std::uint8_t> data, wire::PacketFormat format, wire::PacketView& view) {
  switch (format) {
    case wire::PacketFormat::ndn:
      return wire::parse_packet(data, view) == wire::ParseOutcome::ok && view.kind == wire::PacketKind::data;
    case wire::PacketFormat::compact:
    case wire::PacketFormat::compact_2016:
      return wire::parse_compact(data, format, view) == wire::ParseOutcome::ok &&
             view.kind == wire::PacketKind::data;
  }
  return false;
}

}  // namespace

Fetch ContentStore::fetch_below(table::MayRelease may, std::span<const std::uint8_t> prefix,
                                rte_mbuf* interest) {
  return fetch(may, ssd_->keys().prefix_place(prefix), interest);
}

bool ContentStore::ssd_may_answer(const BatchPlace& place) const {
  return serve_ && ssd_->serves() && ssd_->index().find(place.key, place.mask) != extent_none;
}

Fetch ContentStore::fetch(table::MayRelease, const BatchPlace& place, rte_mbuf* interest) {
  if (!ssd_may_answer(place)) {
    return Fetch::absent;
  }
  const std::uint32_t extent = ssd_->index().find(place.key, place.mask);
  SsdOperation* operation = ssd_->find_operation(extent);
  const bool joins = operation != nullptr;
  if (ssd_->may_wait(interest) &&
      (joins ? ssd_->wait_for(*operation, interest, place) : read_extent(extent, interest, place))) {
    ssd_->counters().joined.add(joins ? 1 : 0);
    if (ssd_->serial()) {
      wait_for_reads();
    }
    return Fetch::waiting;
  }
  ssd_->counters().read_busy.add();
  if (!is_prefix_key(place.key)) {
    ssd_->note_busy(place);
  }
  return Fetch::busy;
}

bool ContentStore::read_extent(std::uint32_t extent, rte_mbuf* interest, const BatchPlace& place) {
  if (!ssd_->can_read() || !make_frame_free(frame_none)) {
    return false;
  }
  // Making room may have written over it.
  if (ssd_->index().held(extent) || !ssd_->index().occupied(extent)) {
    return false;
  }
  const std::uint32_t frame = frames_.begin_read();
  const std::size_t bytes = std::size_t{ssd_->index().blocks(extent)} * block_bytes;
  auto* operation = ssd_->start(IoKind::read, extent, frame, frames_.bytes_of(frame).first(bytes));
  if (operation == nullptr) {
    frames_.end_read(frame);
    return false;
  }
  ssd_->counters().reads.add();
  ssd_->index().touch(extent);
  if (interest != nullptr && !ssd_->wait_for(*operation, interest, place)) {
    return false;
  }
  keep_frames_free(frame_none);
  return true;
}

bool ContentStore::wants_next_batch(const StoredName& name) const {
  const std::uint32_t batch = ssd_->keys().batch();
  return !ssd_->serial() && ssd_->keys().position(name) == (batch < 2 ? 0 : batch - 2);
}

bool ContentStore::wants_next_batch(const BatchPlace& place) const {
  const std::uint32_t batch = ssd_->keys().batch();
  return !ssd_->serial() && place.segmented && place.position == (batch < 2 ? 0 : batch - 2);
}

void ContentStore::prefetch_next_batch(table::MayRelease, const StoredName& name) {
  const BatchPlace place = ssd_->keys().place(name, 1);
  const std::uint32_t extent =
      place.segmented ? ssd_->index().find(place.key, ~std::uint32_t{0}) : extent_none;
  if (extent == extent_none || ssd_->index().resident(extent) || ssd_->index().held(extent)) {
    return;
  }
  if (read_extent(extent, nullptr, place)) {
    ssd_->counters().prefetches.add();
  }
}

void ContentStore::finish_read(SsdOperation& operation, bool ok, TimeNs now) {
  const std::uint32_t frame = operation.frame;
  if (operation.verifies && verified(operation, ok)) {
    frames_.end_read(frame);
    ssd_->end(operation, [](const SsdWaiter&) { return true; });
    return;
  }
  const auto bytes = frames_.bytes_of(frame);
  const auto* header = ok ? valid_header(bytes, ssd_->region().geometry(), operation.extent) : nullptr;
  found_.clear();
  if (header == nullptr || header->used_bytes > operation.bytes) {
    (ok ? ssd_->counters().damaged : ssd_->counters().read_errors).add();
    ssd_->index().forget_extent(operation.extent);
    frames_.end_read(frame);
  } else {
    adopt(frame, *header, now);
    for (const auto& item : items_of(*header)) {
      std::uint32_t there = is_prefix_key(item.key) && !found_.empty() ? item.mask : 0;
      for (const auto& found : found_) {
        there |= found.key == item.key ? found.mask : 0;
      }
      if ((item.mask & ~there) != 0 && ssd_->index().find(item.key, item.mask & ~there) == operation.extent) {
        ssd_->index().forget(item.key, item.mask & ~there);
      }
    }
    end_adopt(frame, operation.extent);
  }
  ssd_->end(operation, [this](const SsdWaiter& waiter) { return has_item(found_, waiter.key, waiter.mask); });
}

/// A Data on its way into the name table.
struct ContentStore::Arriving {
  SegmentId id;
  wire::PacketFormat format;
  TimeNs fresh_until;
  wire::PacketView view;
};

/// Takes in the Data of an extent that stands in the frame: some together, so that what each touches in the name
/// table is asked for before. The frame's bytes stay until end_adopt.
void ContentStore::adopt(std::uint32_t frame, const disk::ExtentHeader& header, TimeNs now) {
  const auto* operation = ssd_->find_operation(header.extent);
  const bool checked = operation != nullptr && operation->checked;
  const bool clock_wrong = header.written_wall > now + wall_offset_;
  frames_.begin_adopt(frame, header.used_bytes);
  frame_order_->opened(frame);
  std::array<Arriving, taken_together> arriving;
  std::uint32_t at = frames_.head_bytes();
  while (at < header.used_bytes) {
    std::size_t count = 0;
    while (count < arriving.size() && at < header.used_bytes) {
      Arriving& one = arriving[count];
      one.id = segment_none;
      at = read_record(frame, at, header, checked, one);
      count += one.id != segment_none ? 1 : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
      index_.prefetch_entry(arriving[i].view.name_hash, arriving[i].view.name_length);
    }
    for (std::size_t i = 0; i < count; ++i) {
      arriving[i].fresh_until = clock_wrong ? 0 : arriving[i].fresh_until;
      take_in(arriving[i], header);
    }
  }
}

/// The frame is free after that, or another's, when none of its Data was taken in. `extent`: what it is a copy of;
/// extent_none.
void ContentStore::end_adopt(std::uint32_t frame, std::uint32_t extent) {
  if (frames_.frame(frame).live_count != 0) {
    frame_order_->extent_of(frame) = extent;
    if (extent != extent_none) {
      ssd_->index().set_resident(extent, true);
    }
  }
  frames_.end_adopt(frame);
  if (size() > capacity_packets_) {
    keep_within_packets(frame);
  }
}

/// Makes the record at `at` a Segment that holds nothing yet, and returns where the next one stands. A Data to
/// be taken in is left in `arriving`.
std::uint32_t ContentStore::read_record(std::uint32_t frame, std::uint32_t at, const disk::ExtentHeader& header,
                                        bool checked, Arriving& arriving) {
  const auto bytes = frames_.bytes_of(frame);
  disk::SegmentRecord record;
  std::memcpy(&record, bytes.data() + at, sizeof(record));
  const std::uint32_t room = header.used_bytes - at;
  const bool fits = record.length <= room && Segment::footprint(record.length) <= room;
  const SegmentId id = frames_.segment_at(frame, at);
  Segment& segment = frames_.segment(id);
  const bool whole =
      checked || (fits && disk::checksum_of(record, segment.data(), header, at) == record.checksum);
  segment = Segment{
      .entry = table::entry_none,
      .index_node = PrefixIndex::none,
      .older = segment_none,
      .newer = segment_none,
      .fresh_until = 0,
      .last_use = 0,
      // Where lengths cannot be believed, the rest of the frame is one gap.
      .length = (fits ? record.length : room - static_cast<std::uint32_t>(Segment::unit)) & length_mask,
      .format = 0};
  const std::uint32_t next = at + segment.footprint();
  if (next < header.used_bytes) {
    // Data of a batch mostly has one length: what comes after the next one is asked for by a guess.
    for (const std::uint32_t guess : {next, next + segment.footprint()}) {
      augustus::prefetch(bytes.data() + std::min<std::size_t>(guess, bytes.size() - 1));
      augustus::prefetch(bytes.data() + std::min<std::size_t>(guess + 64, bytes.size() - 1));
    }
  }
  if (!whole) {
    ssd_->counters().damaged.add();
    return next;
  }
  if (record.live == 0) {
    return next;
  }
  const std::span<const std::uint8_t> data(segment.data(), segment.length);
  arriving.format = static_cast<wire::PacketFormat>(record.live - 1);
  arriving.fresh_until = record.fresh_until;
  if (parse_data(data, arriving.format, arriving.view)) {
    arriving.id = id;
    wire::hash_name(hash_, data.data(), arriving.view);
    index_.prefetch_bucket(arriving.view.name_hash);
  }
  return next;
}

bool ContentStore::take_in(const Arriving& arriving, const disk::ExtentHeader& header) {
  const auto& [id, format, fresh_until, view] = arriving;
  Segment& segment = frames_.segment(id);
  const std::span name = wire::name_bytes(view, segment.data());
  if (ssd_->region().erased().covers({name, view}, header.sequence)) {
    ssd_->counters().erased.add();
    return false;
  }
  const BatchPlace place = ssd_->keys().place({name, view});
  found_.push_back({place.key, place.mask, 0});
  const auto entry = index_.find_or_insert({view.name_hash, name});
  if (entry == table::entry_none || find(entry) != segment_none) {
    return false;  // no room for the name, or newer Data of it is here
  }
  if (!index_.may_keep_name(entry)) {
    index_.release_if_unused(entry);
    return false;
  }
  segment.entry = entry;
  segment.fresh_until = fresh_until;
  segment.last_use = ++uses_;
  segment.format = static_cast<std::uint32_t>(format);
  frames_.adopt(id);
  if (segment.is_ndn()) {
    frames_.count_unindexed(frames_.frame_of(id), 1);
  }
  order_.push_newest(id);
  index_.set_cs_handle(entry, frames_.handle(id));
  size_.add();
  bytes_.add(segment.length);
  return true;
}

}  // namespace augustus::store
