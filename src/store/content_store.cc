// SPDX-License-Identifier: Apache-2.0
#include "store/content_store.hh"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "base/copy_short.hh"
#include "base/prefetch.hh"
#include "store/ssd/frame_order.hh"
#include "store/ssd/ssd_tier.hh"
#include "wire/data.hh"

namespace augustus::store {
namespace {

constexpr std::uint64_t frames_min = 4;
constexpr std::uint64_t frame_bytes_min = 4u << 10;
constexpr std::uint64_t frame_bytes_max = 2u << 20;
/// An extent's blocks are counted in 8 bits.
constexpr std::uint64_t ssd_frame_bytes_max = 1u << 20;
/// Segment ids are 32 bits of 32-byte units.
constexpr std::uint64_t capacity_bytes_max = std::uint64_t{128} << 30;
/// Up to here copying beats an external buffer, whose frame's count is a line shared with other threads.
constexpr std::uint32_t copied_bytes_max = 512;

/// Names that k-LRU remembers, 8 bytes each: as many as there may be Data, within bounds.
constexpr std::uint32_t remembered_min = 1024;
constexpr std::uint32_t remembered_max = 1u << 26;

constexpr unsigned headers_ahead = 16;

constexpr unsigned evictions_for_name_max = 64;

/// Asks for what stands `first` to `last` times `distance` bytes further on.
void prefetch_guess(const std::uint8_t* from, unsigned first, unsigned last, std::uint32_t distance) {
  for (unsigned i = first; i <= last; ++i) {
    prefetch(from + std::size_t{i} * distance);
  }
}

std::uint32_t frame_bytes_of(const StoreOptions& options) {
  const std::uint64_t wanted =
      std::min<std::uint64_t>(options.frame_bytes, options.capacity_bytes / frames_min);
  const std::uint64_t bytes =
      options.has_ssd
          ? std::min<std::uint64_t>(options.frame_bytes, ssd_frame_bytes_max) / block_bytes * block_bytes
          : std::bit_floor(std::min(wanted, frame_bytes_max));
  if (options.has_ssd && bytes > wanted) {
    throw std::invalid_argument("content store: less memory than four frames");
  }
  if (bytes < frame_bytes_min || options.capacity_bytes > capacity_bytes_max) {
    throw std::invalid_argument("content store: frames of at least 4 KiB, 16 KiB to 128 GiB in all");
  }
  return static_cast<std::uint32_t>(bytes);
}

std::uint32_t frame_count(const StoreOptions& options) {
  // The last id of all would be segment_none.
  const std::uint64_t units_max = (std::uint64_t{1} << 32) - 1;
  const std::uint64_t frame = frame_bytes_of(options);
  return static_cast<std::uint32_t>(
      std::min(options.capacity_bytes / frame, units_max * Segment::unit / frame));
}

std::uint32_t packets_of(const StoreOptions& options) {
  return std::min(options.capacity_packets, options.packets_max);
}

/// Four nodes a Data suits names that share all but their last components; more Data than 1 KiB each leave
/// room for takes a raised packet limit.
std::uint32_t index_nodes(const StoreOptions& options) {
  const std::uint64_t data = std::max<std::uint64_t>(packets_of(options), options.capacity_bytes >> 10);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(4 * data + 64, std::uint64_t{1} << 30));
}

bool same_bytes(const rte_mbuf* packet, const std::uint8_t* bytes, std::uint32_t length) {
  for (; packet != nullptr && length != 0; packet = packet->next) {
    const std::uint32_t part = std::min<std::uint32_t>(packet->data_len, length);
    if (std::memcmp(rte_pktmbuf_mtod(packet, const std::uint8_t*), bytes, part) != 0) {
      return false;
    }
    bytes += part;
    length -= part;
  }
  return length == 0;
}

void copy_bytes(const rte_mbuf* packet, std::uint8_t* to, std::uint32_t length) {
  const void* from = rte_pktmbuf_read(packet, 0, length, to);
  if (from != to) {
    copy_short(to, static_cast<const std::uint8_t*>(from), length);
  }
}

}  // namespace

ContentStore::ContentStore(const StoreOptions& options, table::NameTable& index, const KeyedHash& hash,
                           PacketPool& pool)
    : index_(index),
      pool_(pool),
      hash_(hash),
      frames_(frame_count(options), frame_bytes_of(options),
              options.has_ssd ? head_bytes_of(frame_bytes_of(options)) : 0,
              options.has_ssd ? items_max_of(frame_bytes_of(options)) : ~std::uint32_t{0}),
      pinned_(frames_.count()),
      order_(frames_),
      prefixes_(index_nodes(options), hash, index),
      wall_offset_(wall_clock_now() - monotonic_now()),
      packets_max_(options.packets_max),
      capacity_packets_(packets_of(options)),
      lru_(options.replacement == Replacement::lru),
      touches_(lru_),
      replacement_(options.replacement),
      admission_(options.admission, std::clamp(packets_of(options), remembered_min, remembered_max)) {
  selective_ = !admission_.admits_everything();
}

ContentStore::~ContentStore() = default;

SegmentId ContentStore::find(table::EntryIndex entry) const {
  const SegmentId id = frames_.resolve(index_.cs_handle(entry));
  return id != segment_none && frames_.segment(id).entry == entry ? id : segment_none;
}

bool ContentStore::satisfies(const Segment& segment, const Wanted& wanted, TimeNs now) {
  if (wanted.must_be_fresh && segment.fresh_until <= now + wall_offset_) {
    return false;
  }
  if (wanted.digest == nullptr) {
    return true;
  }
  const auto compute = [&segment] { return wire::implicit_digest({segment.data(), segment.length}); };
  return std::ranges::equal(digests_.of(index_.cs_handle(segment.entry), compute),
                            std::span(wanted.digest, 32));
}

rte_mbuf* ContentStore::lookup(table::EntryIndex entry, const Wanted& wanted, TimeNs now) {
  if (!serve_) {
    return nullptr;
  }
  const SegmentId id = find(entry);
  return id != segment_none && satisfies(frames_.segment(id), wanted, now) ? serve(id) : nullptr;
}

rte_mbuf* ContentStore::serve(SegmentId id) {
  if (touches_) {
    touch(id);
  }
  return packet_of(id);
}

void ContentStore::touch(SegmentId id) {
  if (frame_order_ != nullptr) [[unlikely]] {
    frame_order_->used(frames_.frame_of(id));
    return;
  }
  frames_.segment(id).last_use = ++uses_;
  if (id != order_.newest()) {
    order_.unlink(id);
    order_.push_newest(id);
  }
}

rte_mbuf* ContentStore::packet_of(SegmentId id) {
  Segment& segment = frames_.segment(id);
  const std::uint32_t frame = frames_.frame_of(id);
  const auto length = static_cast<std::uint16_t>(segment.length);
  const bool copied = length <= copied_bytes_max || !pinned_.may_pin(frames_.memory(), frame);
  rte_mbuf* packet = pool_.allocate(copied ? length : 0);
  if (packet == nullptr) {
    return nullptr;
  }
  if (copied) {
    std::memcpy(rte_pktmbuf_append(packet, length), segment.data(), length);
  } else {
    frames_.memory().attach(frame, packet, segment.data(), length);
  }
  return packet;
}

TimeNs ContentStore::fresh_until(const wire::PacketView& view, TimeNs now) const {
  return view.freshness_ms == 0 ? 0 : now + wall_offset_ + view.freshness_ms * nanoseconds_per_millisecond;
}

/// Whether Data of a name that memory does not hold is to be taken.
bool ContentStore::admits_new(table::EntryIndex entry, const BatchPlace& place) {
  if (ssd_ != nullptr && ssd_->index().find(place.key, place.mask) != extent_none) {
    return true;
  }
  return admission_.admits(index_.hash(entry) >> 16);
}

InsertOutcome ContentStore::insert(table::MayRelease, table::EntryIndex entry, rte_mbuf* packet,
                                   const wire::PacketView& view, TimeNs now, const BatchPlace* known) {
  const std::uint32_t length = view.packet_length;
  if (capacity_packets_ == 0) {
    return InsertOutcome::disabled;
  }
  if (!admit_) {
    return InsertOutcome::not_admitted;
  }
  if (entry == table::entry_none) {
    return InsertOutcome::table_full;
  }
  if (length > packet->pkt_len || Segment::footprint(length) > frames_.frame_bytes()) {
    return InsertOutcome::too_large;
  }
  BatchPlace place{};
  if (ssd_ != nullptr) [[unlikely]] {
    place = known != nullptr ? *known : ssd_place({index_.name(entry), view});
  }
  const SegmentId held = find(entry);
  if (held != segment_none) {
    Segment& segment = frames_.segment(held);
    if (segment.length == length && same_bytes(packet, segment.data(), length)) {
      segment.fresh_until = std::max(segment.fresh_until, fresh_until(view, now));
      if (touches_) {
        touch(held);
      }
      return InsertOutcome::refreshed;
    }
    remove(held);
  } else if (selective_ && !admits_new(entry, place)) [[unlikely]] {
    return InsertOutcome::not_admitted;
  }
  if (!index_.may_keep_name(entry) && !make_room_for_name(entry)) [[unlikely]] {
    return InsertOutcome::table_full;
  }
  SegmentId id = segment_none;
  if (ssd_ != nullptr) [[unlikely]] {
    id = append_for_ssd(place, length);
  } else {
    while (size() >= capacity_packets_) {
      evict(order_.oldest());
    }
    id = append(length);
  }
  if (id == segment_none) {
    return InsertOutcome::table_full;
  }
  Segment& segment = frames_.segment(id);
  segment.entry = entry;
  segment.index_node = PrefixIndex::none;
  segment.fresh_until = fresh_until(view, now);
  segment.last_use = ++uses_;
  segment.format = static_cast<std::uint32_t>(view.format);
  copy_bytes(packet, segment.data(), length);
  const std::uint32_t frame = frames_.frame_of(id);
  if (segment.is_ndn()) {
    frames_.count_unindexed(frame, 1);
  }
  order_.push_newest(id);
  index_.set_cs_handle(entry, frames_.handle(frame, id));
  size_.add();
  bytes_.add(length);
  return held == segment_none ? InsertOutcome::stored : InsertOutcome::replaced;
}

void ContentStore::prefetch_victims(unsigned count) {
  const std::uint32_t free = capacity_packets_ - std::min(size(), capacity_packets_);
  const std::size_t wanted = std::min<std::size_t>(count > free ? count - free : 0, victims_max);
  std::size_t victims = 0;
  SegmentId id = order_.oldest();
  while (id != segment_none && victims < wanted) {
    const Segment& segment = frames_.segment(id);
    // Data that came one after the other stand so in memory, often at one distance: a guess spares the wait
    // for each header in turn.
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(&segment);
    prefetch_guess(bytes, victims == 0 ? 1 : headers_ahead, headers_ahead, segment.footprint());
    index_.prefetch(segment.entry);
    victims_[victims++] = segment.entry;
    id = segment.newer;
  }
  victims_end_ = victims;
  victims_next_ = 0;
}

void ContentStore::prefetch_victims_buckets(unsigned count) {
  const std::size_t end = std::min(victims_next_ + count, victims_end_);
  for (std::size_t i = victims_next_; i < end; ++i) {
    index_.touch_bucket_of(victims_[i]);
  }
  victims_next_ = end;
}

void ContentStore::remove(SegmentId id) {
  const Segment& segment = frames_.segment(id);
  if (segment.index_node != PrefixIndex::none) {
    prefixes_.remove(segment.index_node);
  }
  order_.unlink(id);
  if (digests_.any()) [[unlikely]] {
    digests_.forget(index_.cs_handle(segment.entry));
  }
  index_.set_cs_handle(segment.entry, {});
  bytes_.set(bytes_.value() - segment.length);
  size_.set(size_.value() - 1);
  frames_.drop(id);
}

void ContentStore::evict(SegmentId id) {
  const table::EntryIndex entry = frames_.segment(id).entry;
  remove(id);
  index_.release_if_unused(entry);
  ++evicted_;
}

/// Without an SSD the oldest Data, else the frame whose turn it is. False: there is none.
bool ContentStore::evict_oldest() {
  if (ssd_ == nullptr) {
    if (order_.oldest() != segment_none) {
      evict(order_.oldest());
      return true;
    }
    return false;
  }
  const std::uint32_t frame = frame_order_->victim(frame_none);
  if (frame != frame_none) {
    evict_frame(frame);
  }
  return frame != frame_none;
}

/// Data go until the entry's long name is within what names of cached Data may take. False: of those looked at, too
/// few had one that went with them.
bool ContentStore::make_room_for_name(table::EntryIndex entry) {
  for (unsigned evictions = 0; !index_.may_keep_name(entry); ++evictions) {
    if (evictions == evictions_for_name_max || !evict_oldest()) {
      return false;
    }
  }
  return true;
}

void ContentStore::set_capacity_packets(std::uint32_t packets) {
  static_cast<void>(index_.may_release());
  capacity_packets_ = std::min(packets, packets_max_);
  if (ssd_ != nullptr) {
    keep_within_packets(frame_none);
    return;
  }
  while (size() > capacity_packets_) {
    evict(order_.oldest());
  }
}

}  // namespace augustus::store
