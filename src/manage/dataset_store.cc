// SPDX-License-Identifier: Apache-2.0
#include "manage/dataset_store.hh"

#include <algorithm>

namespace augustus::manage {

namespace {

std::uint64_t last_segment(std::size_t bytes) {
  return bytes == 0 ? 0 : (bytes - 1) / DatasetStore::segment_bytes_max;
}

}  // namespace

wire::Data DatasetStore::publish(const wire::Name& name, std::vector<std::uint8_t> payload, TimeNs now,
                                 TimeNs wall) {
  forget(now);
  last_version_ = std::max(last_version_ + 1, wall / nanoseconds_per_millisecond);
  Version version{name, std::move(payload), now};
  version.name.append_number(wire::component_type::version, last_version_);
  bytes_ += version.payload.size();
  versions_.push_back(std::move(version));
  return segment(versions_.back(), 0);
}

std::optional<wire::Data> DatasetStore::find(const wire::Name& name, TimeNs now) {
  const bool has_segment = !name.empty() && name[name.size() - 1].type == wire::component_type::segment;
  const auto number = has_segment ? name[name.size() - 1].number() : std::optional<std::uint64_t>(0);
  const wire::Name versioned = has_segment ? name.prefix(name.size() - 1) : name;
  const auto found = std::find_if(versions_.begin(), versions_.end(),
                                  [&versioned](const Version& version) { return version.name == versioned; });
  if (found == versions_.end() || !number || *number > last_segment(found->payload.size())) {
    return std::nullopt;
  }
  found->used = now;
  return segment(*found, *number);
}

wire::Data DatasetStore::segment(const Version& version, std::uint64_t number) {
  const auto segment_name = [&version](std::uint64_t segment_number) {
    wire::Name name = version.name;
    return name.append_number(wire::component_type::segment, segment_number);
  };
  const std::uint64_t last = last_segment(version.payload.size());
  const auto begin = version.payload.begin() + static_cast<std::ptrdiff_t>(number * segment_bytes_max);
  const auto end = number == last ? version.payload.end() : begin + segment_bytes_max;
  wire::Data data;
  data.name = segment_name(number);
  data.freshness_ms = freshness_ms;
  data.content.assign(begin, end);
  if (number == last) {
    const auto component = data.name[data.name.size() - 1].tlv;
    data.final_block_id = std::vector<std::uint8_t>(component.begin(), component.end());
  }
  return data;
}

void DatasetStore::forget(TimeNs now) {
  std::size_t kept = versions_.size();
  for (auto version = versions_.begin(); version != versions_.end();) {
    if (version->used + lifetime < now || kept >= versions_max || bytes_ > bytes_max) {
      bytes_ -= version->payload.size();
      version = versions_.erase(version);
      --kept;
    } else {
      ++version;
    }
  }
}

}  // namespace augustus::manage
