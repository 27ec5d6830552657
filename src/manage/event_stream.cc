// SPDX-License-Identifier: Apache-2.0
#include "manage/event_stream.hh"

namespace augustus::manage {

std::optional<wire::Data> EventStream::post(std::span<const std::uint8_t> notification, TimeNs now) {
  wire::Data data;
  data.name = name_;
  data.name.append_number(wire::component_type::sequence_number, next_number_++);
  data.freshness_ms = freshness / nanoseconds_per_millisecond;
  data.content.assign(notification.begin(), notification.end());
  if (kept_.size() == kept_max) {
    kept_.pop_front();
  }
  kept_.push_back({data, now});
  if (!last_asked_ || *last_asked_ + subscriber_memory < now) {
    return std::nullopt;
  }
  return data;
}

std::optional<wire::Data> EventStream::answer(const wire::Interest& interest, TimeNs now) {
  last_asked_ = now;
  if (kept_.empty()) {
    return std::nullopt;
  }
  const std::size_t size = interest.name.size();
  if (size == name_.size()) {
    const bool discovery = interest.can_be_prefix && kept_.back().posted + freshness >= now;
    return discovery ? std::optional(kept_.back().data) : std::nullopt;
  }
  const auto component = interest.name[name_.size()];
  const auto number = component.number();
  const std::uint64_t first = next_number_ - kept_.size();
  if (size != name_.size() + 1 || component.type != wire::component_type::sequence_number || !number ||
      *number < first || *number >= next_number_) {
    return std::nullopt;
  }
  return kept_[*number - first].data;
}

}  // namespace augustus::manage
