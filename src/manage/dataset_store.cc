// SPDX-License-Identifier: Apache-2.0
#include "manage/dataset_store.hh"

#include <algorithm>
#include <iterator>

#include "base/hash_key.hh"

namespace augustus::manage {

namespace {

std::uint64_t last_segment(std::size_t bytes) {
  return bytes == 0 ? 0 : (bytes - 1) / DatasetStore::segment_bytes_max;
}

}  // namespace

DatasetStore::DatasetStore() : DatasetStore(HashKey::random().words[0]) {}

DatasetStore::DatasetStore(std::uint64_t secret)
    : numbers_({.capacity = versions_max, .multiple = 1}, secret),
      segments_({.capacity = segments_max, .multiple = 1}, secret) {}

wire::Data DatasetStore::publish(const wire::Name& name, std::vector<std::uint8_t> payload, TimeNs now,
                                 TimeNs wall, std::uint64_t asker) {
  forget(now);
  const PoolShares::Holder holder = numbers_.holder_of(asker);
  // One that alone exceeds what may be kept is kept, as half of it.
  const auto segments =
      static_cast<std::uint32_t>(std::min(last_segment(payload.size()) + 1, std::uint64_t{segments_max / 2}));
  make_room(holder, segments);
  last_version_ = std::max(last_version_ + 1, wall / nanoseconds_per_millisecond);
  Version version{name, std::move(payload), now, holder, segments};
  version.name.append_number(wire::component_type::version, last_version_);
  numbers_.add(holder);
  segments_.add(holder, segments);
  versions_.push_back(std::move(version));
  return segment(versions_.back(), 0);
}

void DatasetStore::make_room(PoolShares::Holder holder, std::uint32_t segments) {
  while (true) {
    const bool is_number_missing = !numbers_.may_take(holder, true);
    if (!is_number_missing && segments_.may_take(holder, true, segments)) {
      return;
    }
    // Who has one long list has one number.
    const PoolShares& missing = is_number_missing ? numbers_ : segments_;
    if (!erase_oldest_of(holder) && !erase_oldest_of(missing.largest())) {
      return;
    }
  }
}

bool DatasetStore::erase_oldest_of(PoolShares::Holder holder) {
  const auto oldest = std::ranges::find(versions_, holder, &Version::holder);
  if (oldest == versions_.end()) {
    return false;
  }
  erase(oldest);
  return true;
}

DatasetStore::Versions::iterator DatasetStore::erase(Versions::iterator version) {
  numbers_.give_back(version->holder);
  segments_.give_back(version->holder, version->segments);
  return versions_.erase(version);
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
  for (auto version = versions_.begin(); version != versions_.end();) {
    version = version->used + lifetime < now ? erase(version) : std::next(version);
  }
}

}  // namespace augustus::manage
