// SPDX-License-Identifier: Apache-2.0
#include "table/timing_wheel_check.hh"

#include "base/broken_invariant.hh"

namespace augustus::table {

std::vector<PitIndex32> TimingWheelCheck::records_on(const TimingWheel& wheel) {
  std::vector<PitIndex32> found;
  found.reserve(wheel.size_);
  std::uint32_t slot = wheel.occupied_.next(0);
  for (bool more = slot < TimingWheel::slot_count; more;) {
    ensure(wheel.heads_[slot] != TimingWheel::link_none, "a slot that is noted has records", slot);
    std::uint32_t previous = TimingWheel::head_flag | slot;
    for (std::uint32_t index = wheel.heads_[slot]; index != TimingWheel::link_none;
         index = wheel.records_[index].wheel_next) {
      ensure(wheel.records_[index].self == index, "a record on the wheel is in use", index);
      ensure(wheel.records_[index].wheel_previous == previous, "a slot's list leads back as it leads forth", index);
      ensure(found.size() < wheel.size_, "the wheel has as many records as it counts", wheel.size_);
      found.push_back(index);
      previous = index;
    }
    const std::uint32_t next = slot + 1 == TimingWheel::slot_count ? 0 : wheel.occupied_.next(slot + 1);
    more = next > slot && next < TimingWheel::slot_count;
    slot = next;
  }
  ensure(found.size() == wheel.size_, "the wheel has as many records as it counts", wheel.size_);
  return found;
}

}  // namespace augustus::table
