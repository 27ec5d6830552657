// SPDX-License-Identifier: Apache-2.0
#include "traffic/store/store_load.hh"

#include <algorithm>

#include "traffic/names/random.hh"

namespace augustus::traffic {
namespace {

/// Interests live 4 s in the router; what came after that has nobody to go to.
constexpr TimeNs lost_after = 5 * nanoseconds_per_second;
constexpr TimeNs look_for_lost_every = nanoseconds_per_second;
/// Draws of a segment that nobody waits for.
constexpr unsigned draws_max = 64;

}  // namespace

StoreLoad::StoreLoad(const SegmentCatalogue& catalogue, std::uint32_t outstanding, std::uint32_t group,
                     PacketPool& pool)
    : catalogue_(catalogue),
      pool_(pool),
      group_(std::max(group, 1u)),
      slots_(std::max(outstanding, group_)),
      asked_(catalogue.segments()) {
  for (std::uint32_t slot = static_cast<std::uint32_t>(slots_.size()); slot != 0; --slot) {
    free_.push_back(slot - 1);
  }
  to_answer_.reserve(slots_.size());
}

void StoreLoad::use(std::unique_ptr<SegmentOrder> order) {
  idle_.store(false, std::memory_order_relaxed);
  next_order_.store(order.release(), std::memory_order_relaxed);
  order_changes_.store(true, std::memory_order_release);
}

void StoreLoad::look_for_order() {
  if (order_changes_.load(std::memory_order_acquire)) {
    order_.reset(next_order_.load(std::memory_order_relaxed));
    order_changes_.store(false, std::memory_order_relaxed);
    due_ = 0;
    left_of_group_ = 0;
  }
  if (clear_.load(std::memory_order_relaxed)) {
    clear_.store(false, std::memory_order_relaxed);
    counts_.hit_ns.clear();
  }
}

bool StoreLoad::group_is_due(TimeNs now) {
  const TimeNs interval = interval_.load(std::memory_order_relaxed);
  if (interval == 0) {
    group_due_ = now;
    return free_.size() >= group_;
  }
  if (due_ == 0) {
    due_ = now;
  }
  if (due_ > now) {
    return false;
  }
  if (free_.size() < group_) {
    counts_.unfed.add();
    return false;
  }
  group_due_ = due_;
  due_ += interval;
  return true;
}

/// One Face has one Interest pending for a name.
std::optional<std::uint64_t> StoreLoad::next_segment() {
  std::optional<std::uint64_t> segment;
  for (unsigned i = 0; i < draws_max; ++i) {
    segment = order_->next();
    if (!segment || asked_[*segment] == 0) {
      return segment;
    }
  }
  return segment;
}

rte_mbuf* StoreLoad::make_interest(std::uint64_t segment, std::size_t headroom, TimeNs due) {
  rte_mbuf* packet = pool_.allocate(headroom + SegmentCatalogue::interest_bytes_max);
  if (packet == nullptr) {
    return nullptr;
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  Slot& slot = slots_[number];
  slot = {segment, due, slot.generation + 1, true, false};
  asked_[segment] = number + 1;
  auto* const at = rte_pktmbuf_mtod(packet, std::uint8_t*) + headroom;
  const std::size_t bytes =
      catalogue_.write_interest(at, segment, std::uint64_t{slot.generation} << 32 | number,
                                static_cast<std::uint32_t>(scramble(++nonce_)));
  rte_pktmbuf_append(packet, static_cast<std::uint16_t>(headroom + bytes));
  counts_.asked.add();
  return packet;
}

unsigned StoreLoad::feed_interests(std::span<rte_mbuf*> packets, std::size_t headroom, TimeNs now) {
  look_for_order();
  if (now - looked_ > look_for_lost_every) {
    looked_ = now;
    expire(now);
  }
  unsigned count = 0;
  while (order_ != nullptr && count < packets.size()) {
    if (left_of_group_ == 0) {
      if (!group_is_due(now)) {
        break;
      }
      left_of_group_ = group_;
    }
    const auto segment = next_segment();
    if (!segment) {
      order_.reset();
      break;
    }
    if (asked_[*segment] != 0) {
      --left_of_group_;
      continue;
    }
    rte_mbuf* packet = make_interest(*segment, headroom, group_due_);
    if (packet == nullptr) {
      break;
    }
    packets[count++] = packet;
    --left_of_group_;
  }
  if (order_ == nullptr && free_.size() == slots_.size() && !order_changes_.load(std::memory_order_acquire)) {
    idle_.store(true, std::memory_order_release);
  }
  return count;
}

unsigned StoreLoad::feed_data(std::span<rte_mbuf*> packets, std::size_t headroom) {
  unsigned count = 0;
  while (count < packets.size() && answered_ < to_answer_.size()) {
    rte_mbuf* packet = pool_.allocate(headroom + catalogue_.data_bytes());
    if (packet == nullptr) {
      break;
    }
    auto* const at = rte_pktmbuf_mtod(packet, std::uint8_t*) + headroom;
    const std::size_t bytes = catalogue_.write_data(at, to_answer_[answered_++]);
    rte_pktmbuf_append(packet, static_cast<std::uint16_t>(headroom + bytes));
    packets[count++] = packet;
  }
  if (answered_ == to_answer_.size()) {
    to_answer_.clear();
    answered_ = 0;
  }
  return count;
}

void StoreLoad::take_interest(std::span<const std::uint8_t> interest) {
  const auto segment = catalogue_.segment_of(interest);
  if (!segment || asked_[*segment] == 0) {
    counts_.altered.add();
    return;
  }
  slots_[asked_[*segment] - 1].at_producer = true;
  to_answer_.push_back(*segment);
}

void StoreLoad::take_data(std::uint64_t token, std::span<const std::uint8_t> data, TimeNs sent) {
  const auto number = static_cast<std::uint32_t>(token);
  if (number >= slots_.size() || !slots_[number].busy || slots_[number].generation != token >> 32) {
    counts_.altered.add();
    return;
  }
  Slot& slot = slots_[number];
  if (!catalogue_.is_data(data, slot.segment)) {
    counts_.altered.add();
  }
  counts_.bytes.add(data.size());
  if (slot.at_producer) {
    counts_.from_producer.add();
  } else {
    counts_.hits.add();
    counts_.hit_ns.add(sent - std::min(slot.due, sent));
  }
  release(slot);
}

void StoreLoad::release(Slot& slot) {
  slot.busy = false;
  asked_[slot.segment] = 0;
  free_.push_back(static_cast<std::uint32_t>(&slot - slots_.data()));
}

void StoreLoad::expire(TimeNs now) {
  for (Slot& slot : slots_) {
    if (slot.busy && slot.due + lost_after < now) {
      counts_.lost.add();
      release(slot);
    }
  }
}

}  // namespace augustus::traffic
