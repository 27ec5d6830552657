// SPDX-License-Identifier: Apache-2.0
#include "store/content_store.hh"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "store/ssd/frame_order.hh"
#include "store/ssd/ssd_tier.hh"

// ContentStore with an SSD: how Data gets into frames of its batch, and start and end.

namespace augustus::store {
namespace {

/// Batches that may stay open: a part of the frames.
constexpr std::uint32_t open_part = 8;
/// Reads and writes taken in at once: few, so that packets of other names come between.
constexpr std::size_t finished_max = 4;

}  // namespace

void ContentStore::attach_ssd(std::unique_ptr<SsdTier> tier) {
  const auto& geometry = tier->region().geometry();
  if (geometry.extent_bytes != frames_.frame_bytes() || geometry.head_bytes != frames_.head_bytes()) {
    throw std::invalid_argument("SSD store: its extents are not the size of the frames in memory");
  }
  if (tier->registers_memory()) {
    const auto memory = frames_.memory().all();
    tier->device().register_memory({const_cast<std::uint8_t*>(memory.data()), memory.size()});
  }
  tier->limit_open(frames_.count() / open_part);
  frame_order_ = std::make_unique<FrameOrder>(frames_, replacement_);
  found_.reserve(items_max_of(frames_.frame_bytes()));
  touches_ = true;
  ssd_ = std::move(tier);
}

void ContentStore::notify_ssd(int descriptor) {
  ssd_->device().notify(descriptor);
}

void ContentStore::count_ssd_hit() {
  ssd_->counters().hits.add();
}

bool ContentStore::ssd_busy() const {
  return ssd_ != nullptr && (ssd_->under_way() != 0 || ssd_->has_ready() || !ssd_->own_writes_done() ||
                             ssd_->journal_waits() || ssd_->verification().running);
}

BatchPlace ContentStore::ssd_place(const StoredName& name) const {
  return ssd_->keys().place(name);
}

void ContentStore::prefetch_ssd(const BatchPlace& place) const {
  ssd_->index().prefetch(place.key);
}

void ContentStore::prefetch_ssd_record(const BatchPlace& place) const {
  ssd_->index().prefetch_record(place.key);
}

SegmentId ContentStore::append_for_ssd(const BatchPlace& place, std::uint32_t length) {
  if (length + Segment::unit > frames_.frame_bytes() - frames_.head_bytes()) {
    return segment_none;
  }
  // Whatever the SSD has of this name is older, unless the Data had to come from upstream because it was
  // busy.
  if (!ssd_->take_busy(place)) {
    ssd_->index().forget(place.key, place.mask);
  }
  const SegmentId id = place.segmented ? append_to_batch(length, place) : append_shared(length);
  if (id != segment_none) {
    keep_within_packets(frames_.frame_of(id));
  }
  return id;
}

void ContentStore::keep_within_packets(std::uint32_t spared) {
  while (size() >= capacity_packets_ && size() != 0) {
    const std::uint32_t frame = frame_order_->victim(spared);
    if (frame == frame_none) {
      return;
    }
    evict_frame(frame);
  }
}

SegmentId ContentStore::append_to_batch(std::uint32_t length, const BatchPlace& place) {
  std::uint32_t frame = ssd_->open_frame(place.key);
  if (frame != frame_none && !frames_.fits(frame, length)) {
    ssd_->forget_open(frame);
    close_batch(frame);
    frame = frame_none;
  }
  if (frame == frame_none) {
    if (!make_frame_free(frame_none)) {
      return segment_none;
    }
    frame = frames_.open_another();
    frame_order_->opened(frame);
    if (const std::uint32_t replaced = ssd_->note_open(place.key, frame); replaced != frame_none) {
      close_batch(replaced);
    }
    keep_frames_free(frame);
  }
  return frames_.append(frame, length);
}

SegmentId ContentStore::append_shared(std::uint32_t length) {
  if (!frames_.fits(length) && !open_shared()) {
    return segment_none;
  }
  return frames_.append(length);
}

bool ContentStore::open_shared() {
  if (!make_frame_free(frame_none)) {
    return false;
  }
  frames_.open_next();
  frame_order_->opened(frames_.open_frame());
  keep_frames_free(frames_.open_frame());
  return true;
}

/// A batch takes no more segments. One that is short is packed together with others.
void ContentStore::close_batch(std::uint32_t frame) {
  frames_.close(frame);
  if (frames_.frame(frame).state != FrameState::closed ||
      frames_.frame(frame).live_bytes > frames_.frame_bytes() / 2) {
    return;
  }
  frames_.for_each_live(frame, [this](SegmentId id) {
    const std::uint32_t length = frames_.segment(id).length;
    if (!frames_.fits(length)) {
      if (frames_.free_count() == 0) {
        return false;
      }
      frames_.open_next();
      frame_order_->opened(frames_.open_frame());
    }
    return move(id);
  });
}

unsigned ContentStore::poll_ssd(std::span<rte_mbuf*> ready, TimeNs now) {
  static_cast<void>(index_.may_release());
  verify_some();
  finish_some(now);
  return ssd_->take_ready(ready);
}

void ContentStore::finish_some(TimeNs now) {
  std::array<std::pair<SsdOperation*, bool>, finished_max> ended;
  const unsigned count = ssd_->finish(ended);
  for (unsigned i = 0; i < count; ++i) {
    auto& [operation, ok] = ended[i];
    (operation->kind == IoKind::read) ? finish_read(*operation, ok, now) : finish_write(*operation, ok, now);
  }
}

/// The serial engine's service: nothing else is done until the read and what was before it have ended.
void ContentStore::wait_for_reads() {
  while (ssd_->reads() != 0) {
    ssd_->device().submit();
    ssd_->device().wait();
    finish_some(monotonic_now());
  }
}

TimeNs ContentStore::ssd_due() const {
  return ssd_ == nullptr ? time_never : ssd_->device().next_due();
}

bool ContentStore::close_ssd(TimeNs now) {
  ssd_->verification().running = false;
  std::array<rte_mbuf*, 64> ready;
  const auto drain = [&](unsigned leave) {
    while (ssd_->under_way() > leave || ssd_->has_ready() || !ssd_->own_writes_done()) {
      const unsigned count = poll_ssd(ready, now);
      for (unsigned i = 0; i < count; ++i) {
        rte_pktmbuf_free(ready[i]);
      }
      if (count == 0 && (ssd_->under_way() > leave || !ssd_->own_writes_done())) {
        ssd_->device().wait();
      }
    }
  };
  for (std::uint32_t frame = frame_order_->victim(frame_none); frame != frame_none;
       frame = frame_order_->victim(frame_none)) {
    while (!ssd_->can_write()) {
      drain(ssd_->under_way() - 1);
    }
    evict_frame(frame);
  }
  drain(0);
  const bool ok = ssd_->close();
  ssd_.reset();
  frame_order_.reset();
  touches_ = lru_;
  return ok;
}

void ContentStore::enable_ssd_admit(bool on) {
  ssd_->enable_admit(on);
}

void ContentStore::enable_ssd_serve(bool on) {
  ssd_->enable_serve(on);
}

bool ContentStore::erase_ssd(const StoredName& prefix) {
  return ssd_->erase(prefix);
}

}  // namespace augustus::store
