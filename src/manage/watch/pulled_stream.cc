// SPDX-License-Identifier: Apache-2.0
#include "manage/watch/pulled_stream.hh"

namespace augustus::manage {
namespace {

constexpr std::uint64_t freshness_ms = 1000;

}  // namespace

std::optional<wire::Data> PulledStream::ask(const wire::Interest& interest, TimeNs now) {
  if (!name_.is_prefix_of(interest.name) || interest.name.size() != name_.size() + 1) {
    return std::nullopt;
  }
  const auto component = interest.name[name_.size()];
  const auto number = component.number();
  if (component.type != wire::component_type::sequence_number || !number) {
    return std::nullopt;
  }
  asked_ = now;
  if (*number == next_) {
    wanted_ = true;
  }
  const std::uint64_t first = next_ - kept_.size();
  return *number >= first && *number < next_ ? std::optional(kept_[*number - first]) : std::nullopt;
}

wire::Data PulledStream::make(std::span<const std::uint8_t> content, bool last) {
  wire::Data data;
  data.name = name_;
  data.name.append_number(wire::component_type::sequence_number, next_++);
  data.freshness_ms = freshness_ms;
  data.content.assign(content.begin(), content.end());
  if (last) {
    const auto component = data.name[data.name.size() - 1].tlv;
    data.final_block_id = std::vector<std::uint8_t>(component.begin(), component.end());
  }
  if (kept_.size() == kept_max) {
    kept_.pop_front();
  }
  kept_.push_back(data);
  wanted_ = false;
  return data;
}

}  // namespace augustus::manage
