// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/ssd_tier.hh"

#include <algorithm>
#include <stdexcept>

#include "base/incoming_face.hh"

namespace augustus::store {
namespace {

constexpr unsigned depth_min = 4;
constexpr unsigned depth_max = 1024;
/// Requests of the tier's own besides reads and writes of extents.
constexpr unsigned spare_requests = 1;
/// Both are written, one after the other: so that one that is damaged later says nothing new.
constexpr unsigned erased_copies = 2;
/// Interests that may wait, for each segment that may be on its way.
constexpr unsigned waiters_per_segment = 2;

std::uint32_t extras_of(const SsdOptions& options, std::uint32_t extents) {
  const std::uint32_t wanted = options.extra_items != 0 ? options.extra_items : extents / 8 + 64;
  return std::min(wanted, extents + 64);
}

unsigned depth_of(const BlockDevice& device) {
  if (device.depth() < depth_min || device.depth() > depth_max) {
    throw std::invalid_argument("SSD store: a depth of 4 to 1024 requests is possible");
  }
  return device.depth() - spare_requests;
}

}  // namespace

SsdTier::SsdTier(std::unique_ptr<BlockDevice> device, const disk::Geometry& geometry, std::uint32_t partition,
                 const SsdOptions& options)
    : device_(std::move(device)),
      sealing_(dynamic_cast<SealingDevice*>(device_.get())),
      region_(device_->bytes(), geometry, partition),
      index_(region_.extents(), extras_of(options, region_.extents()), options.replacement),
      keys_(geometry.key_seed, geometry.batch,
            {.component_type = options.segment_component,
             .with_marker = options.segment_marker >= 0,
             .marker = static_cast<std::uint8_t>(std::max(options.segment_marker, 0))}),
      admission_(options.admission, std::max(region_.extents(), 1024u)),
      operations_(depth_of(*device_)),
      extents_(operations_.size(), extent_none),
      registers_memory_(options.registered),
      serial_(options.serial),
      reads_max_(std::max<unsigned>(static_cast<unsigned>(operations_.size()) * 3 / 4, 1)),
      writes_max_(std::max<unsigned>(static_cast<unsigned>(operations_.size()) / 2, 1)),
      waiters_(operations_.size() * geometry.batch * waiters_per_segment),
      waiting_({.capacity = static_cast<std::uint32_t>(waiters_.size())}) {
  if (region_.extents() < 2) {
    throw std::invalid_argument("SSD store: too small for its partitions");
  }
  for (std::uint32_t i = static_cast<std::uint32_t>(operations_.size()); i != 0; --i) {
    free_operations_.push_back(i - 1);
  }
  for (std::uint32_t i = 0; i < waiters_.size(); ++i) {
    waiters_[i].next = free_waiter_;
    free_waiter_ = i;
  }
}

SsdTier::~SsdTier() {
  for (const SsdWaiter& waiter : waiters_) {
    rte_pktmbuf_free(waiter.interest);
  }
}

SsdOperation* SsdTier::find_operation(std::uint32_t extent) {
  if (!index_.held(extent)) {
    return nullptr;
  }
  const auto found = std::ranges::find(extents_, extent);
  return found == extents_.end() ? nullptr : &operations_[static_cast<std::size_t>(found - extents_.begin())];
}

SsdOperation* SsdTier::start(IoKind kind, std::uint32_t extent, std::uint32_t frame,
                             std::span<std::uint8_t> memory) {
  if (kind == IoKind::read ? !can_read() : !can_write()) {
    return nullptr;
  }
  // There is one: fewer are under way than there are.
  const std::uint32_t tag = free_operations_.back();
  const IoRequest request{kind, region_.offset_of(extent), memory, tag};
  if (!(sealing_ != nullptr ? sealing_->start_extent(request) : device_->start(request))) {
    return nullptr;
  }
  free_operations_.pop_back();
  extents_[tag] = extent;
  SsdOperation& operation = operations_[tag];
  operation = {kind, extent, frame, static_cast<std::uint32_t>(memory.size()), none};
  index_.hold(extent);
  ++(kind == IoKind::read ? reads_ : writes_);
  return &operation;
}

bool SsdTier::may_wait(rte_mbuf* interest) {
  const bool may = waiting_.may_take(waiting_.holder_of(incoming_face_of(interest)), false);
  if (!may) {
    waiting_.count_refusal();
  }
  return may;
}

bool SsdTier::wait_for(SsdOperation& operation, rte_mbuf* interest, const BatchPlace& place) {
  const std::uint32_t waiter = free_waiter_;
  if (waiter == none) {
    return false;
  }
  free_waiter_ = waiters_[waiter].next;
  const auto holder = waiting_.holder_of(incoming_face_of(interest));
  waiting_.add(holder);
  waiters_[waiter] = {interest, place.key, place.mask, none, holder};
  (operation.waiters == none ? operation.waiters : waiters_[operation.last_waiter].next) = waiter;
  operation.last_waiter = waiter;
  return true;
}

unsigned SsdTier::finish(std::span<std::pair<SsdOperation*, bool>> results) {
  if (erased_state_ == ErasedState::changed) {
    write_erased();
  } else if (erased_state_ == ErasedState::unflushed) {
    flush_erased();
  }
  write_journal();
  device_->submit();
  std::array<IoResult, 32> ended;
  const auto wanted = std::span(ended).first(std::min(results.size(), ended.size()));
  std::uint64_t right = 0;
  const unsigned count =
      sealing_ != nullptr ? sealing_->finish_extents(wanted, right) : device_->finish(wanted);
  unsigned reported = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (ended[i].tag == erased_tag) {
      erased_done(ended[i].result);
      continue;
    }
    if (ended[i].tag == journal_tag) {
      region_.journal().written();
      counters_.write_errors.add(ended[i].result != static_cast<std::int32_t>(block_bytes) ? 1 : 0);
      continue;
    }
    SsdOperation& operation = operations_[ended[i].tag];
    operation.checked = (right >> i & 1) != 0;
    const bool ok = ended[i].result == static_cast<std::int32_t>(operation.bytes);
    if (ok && operation.kind == IoKind::write) {
      region_.note_written(operation.extent, index_);
    }
    results[reported++] = {&operation, ok};
  }
  return reported;
}

void SsdTier::forget_waiter(std::uint32_t extent, const SsdWaiter& waiter) {
  if (index_.find(waiter.key, waiter.mask) == extent) {
    index_.forget(waiter.key, waiter.mask);
  }
}

void SsdTier::write_journal() {
  auto request = region_.journal().next_write(under_way() == 0);
  if (!request) {
    return;
  }
  request->tag = journal_tag;
  if (device_->start(*request)) {
    region_.journal().started();
  }
}

void SsdTier::make_ready(std::uint32_t waiter) {
  waiters_[waiter].next = none;
  (ready_ == none ? ready_ : waiters_[ready_last_].next) = waiter;
  ready_last_ = waiter;
}

unsigned SsdTier::take_ready(std::span<rte_mbuf*> interests) {
  unsigned count = 0;
  while (ready_ != none && count < interests.size()) {
    const std::uint32_t waiter = ready_;
    ready_ = waiters_[waiter].next;
    interests[count++] = waiters_[waiter].interest;
    waiting_.give_back(waiters_[waiter].holder);
    waiters_[waiter] = {.next = free_waiter_};
    free_waiter_ = waiter;
  }
  return count;
}

void SsdTier::limit_open(std::uint32_t frames) {
  open_sets_ = std::clamp(frames / open_ways, 1u, static_cast<std::uint32_t>(open_.size()) / open_ways);
}

std::uint32_t SsdTier::open_frame(std::uint64_t key) const {
  const OpenBatch* set = &open_[key % open_sets_ * open_ways];
  for (unsigned way = 0; way < open_ways; ++way) {
    if (set[way].frame != frame_none && set[way].key == key) {
      return set[way].frame;
    }
  }
  return frame_none;
}

std::uint32_t SsdTier::note_open(std::uint64_t key, std::uint32_t frame) {
  OpenBatch* set = &open_[key % open_sets_ * open_ways];
  OpenBatch* place = set;
  for (unsigned way = 0; way < open_ways && place->frame != frame_none; ++way) {
    if (set[way].frame == frame_none || static_cast<std::int32_t>(set[way].noted - place->noted) < 0) {
      place = &set[way];
    }
  }
  const std::uint32_t replaced = place->frame;
  *place = {key, frame, ++notes_};
  return replaced;
}

void SsdTier::forget_open(std::uint32_t frame) {
  for (OpenBatch& open : open_) {
    if (open.frame == frame) {
      open = {};
    }
  }
}

bool SsdTier::erase(const StoredName& prefix) {
  if (!region_.erased().add(prefix, region_.sequence())) {
    return false;
  }
  if (prefix.is_ndn() && prefix.bytes.empty()) {
    for (std::uint32_t extent = 0; extent < index_.extents(); ++extent) {
      if (index_.occupied(extent)) {
        index_.forget_extent(extent);
      }
    }
  }
  erased_changed();
  return true;
}

void SsdTier::erased_changed() {
  if (erased_state_ != ErasedState::written && erased_state_ != ErasedState::changed) {
    erased_changed_again_ = true;
    return;
  }
  erased_copies_left_ = erased_copies;
  erased_failed_ = false;
  write_erased();
}

void SsdTier::write_erased() {
  IoRequest request = region_.write_erased();
  request.tag = erased_tag;
  erased_state_ = device_->start(request) ? ErasedState::writing : ErasedState::changed;
}

void SsdTier::flush_erased() {
  erased_state_ = device_->start({.kind = IoKind::flush, .tag = erased_tag}) ? ErasedState::flushing
                                                                             : ErasedState::unflushed;
}

/// One of write_erased() and flush_erased() ended.
void SsdTier::erased_done(std::int32_t result) {
  const bool wrote = erased_state_ == ErasedState::writing;
  const bool ok = result == (wrote ? static_cast<std::int32_t>(disk::erased_bytes) : 0);
  if (ok && wrote) {
    flush_erased();
    return;
  }
  erased_state_ = ErasedState::written;
  if (ok) {
    region_.erased_written();
    --erased_copies_left_;
  } else {
    counters_.write_errors.add();
    erased_copies_left_ = 0;
    erased_failed_ = true;
  }
  if (std::exchange(erased_changed_again_, false)) {
    erased_changed();
  } else if (erased_copies_left_ != 0) {
    write_erased();
  }
}

bool SsdTier::close() {
  const bool erased_ok = !erased_failed_ || (device_->run(region_.write_erased()) && device_->run({IoKind::flush, 0, {}}));
  return region_.close(*device_, index_) && erased_ok;
}

}  // namespace augustus::store
