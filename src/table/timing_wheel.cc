// SPDX-License-Identifier: Apache-2.0
#include "table/timing_wheel.hh"

#include <algorithm>

namespace augustus::table {

TimingWheel::TimingWheel(PitRecord* records) : records_(records) {
  heads_.fill(link_none);
}

void TimingWheel::schedule(PitRecord& record, TimeNs expiry, TimeNs now) {
  if (scheduled(record)) {
    // A timer that is put off stays in its slot until that comes: no neighbour is touched.
    const bool later = expiry >= record.expiry;
    record.expiry = expiry;
    if (later) {
      return;
    }
    cancel(record);
  }
  record.expiry = expiry;
  if (size_ == 0) {
    current_ms_ = now / nanoseconds_per_millisecond;
  }
  put(record);
}

void TimingWheel::cancel(PitRecord& record) {
  if (!scheduled(record)) {
    return;
  }
  const std::uint32_t next = record.wheel_next;
  const std::uint32_t previous = record.wheel_previous;
  if (next != link_none) {
    records_[next].wheel_previous = previous;
  }
  if ((previous & head_flag) == 0) {
    records_[previous].wheel_next = next;
  } else {
    const std::uint32_t slot = previous & ~head_flag;
    heads_[slot] = next;
    if (next == link_none) {
      occupied_.erase(slot);
    }
  }
  record.wheel_next = link_none;
  record.wheel_previous = link_none;
  --size_;
}

TimeNs TimingWheel::next_expiry() const {
  return size_ == 0 ? time_never : next_ms() * nanoseconds_per_millisecond;
}

/// After a leap of the clock over the whole wheel every slot is due; where the wheel stands in its turn no
/// longer matters, and what is put off must not come round again before now.
void TimingWheel::skip_to(std::uint64_t now_ms) {
  if (now_ms > current_ms_ + slot_mask) {
    current_ms_ = now_ms - slot_mask;
  }
}

bool TimingWheel::find_due(std::uint64_t now_ms) {
  if (size_ == 0) {
    return false;
  }
  const std::uint64_t due = next_ms();
  if (due > now_ms) {
    current_ms_ = std::max(current_ms_, now_ms);
    return false;
  }
  current_ms_ = due;
  return true;
}

PitRecord* TimingWheel::take_due() {
  PitRecord& record = records_[heads_[current_ms_ & slot_mask]];
  cancel(record);
  return &record;
}

void TimingWheel::put(PitRecord& record) {
  const std::uint64_t at = std::clamp(fires_at_ms(record.expiry), current_ms_, current_ms_ + slot_mask);
  const auto slot = static_cast<std::uint32_t>(at & slot_mask);
  const std::uint32_t next = heads_[slot];
  record.wheel_next = next;
  record.wheel_previous = head_flag | slot;
  if (next != link_none) {
    records_[next].wheel_previous = record.self;
  } else {
    occupied_.insert(slot);
  }
  heads_[slot] = record.self;
  ++size_;
}

std::uint64_t TimingWheel::next_ms() const {
  const auto current = static_cast<unsigned>(current_ms_ & slot_mask);
  const unsigned slot = occupied_.next(current);
  return current_ms_ + ((slot - current) & slot_mask);
}

}  // namespace augustus::table
