// SPDX-License-Identifier: Apache-2.0
#include "manage/status_module.hh"

#include "manage/codec/drop_status.hh"
#include "manage/codec/forwarder_status.hh"
#include "manage/codec/pool_status.hh"

namespace augustus::manage {

StatusModule::StatusModule(DataPlane& data_plane, Dispatcher& dispatcher, std::string version,
                           std::function<void(PoolList&)> add_pools)
    : data_plane_(data_plane), version_(std::move(version)), add_pools_(std::move(add_pools)) {
  dispatcher.add_dataset("status", "general", 0, [this](const CommandContext&, auto& payload) {
    payload = general();
    return std::nullopt;
  });
  dispatcher.add_dataset("status", "drops", 0, [this](const CommandContext&, auto& payload) {
    payload = drops();
    return std::nullopt;
  });
  dispatcher.add_dataset("status", "pools", 0, [this](const CommandContext&, auto& payload) {
    payload = pools();
    return std::nullopt;
  });
}

std::vector<std::uint8_t> StatusModule::drops() {
  auto drops = data_plane_.status().drops;
  for (const auto& [reason, counter] : counters_) {
    if (counter->value() != 0) {
      drops.emplace_back(reason, counter->value());
    }
  }
  std::vector<std::uint8_t> payload;
  for (const auto& [reason, count] : drops) {
    const auto item = DropStatus{reason, count}.encode();
    payload.insert(payload.end(), item.begin(), item.end());
  }
  return payload;
}

std::vector<std::uint8_t> StatusModule::pools() {
  PoolList pools = data_plane_.status().pools;
  add_pools_(pools);
  std::vector<std::uint8_t> payload;
  for (const NamedPool& pool : pools) {
    const auto item = PoolStatus::of(pool).encode();
    payload.insert(payload.end(), item.begin(), item.end());
  }
  return payload;
}

std::vector<std::uint8_t> StatusModule::general() {
  const worker::RouterStatus now = data_plane_.status();
  ForwarderStatus status;
  status.version = version_;
  status.start_ms = now.start_wall_ns / nanoseconds_per_millisecond;
  status.current_ms = now.now_wall_ns / nanoseconds_per_millisecond;
  status.name_entries = now.name_entries;
  status.fib_entries = now.fib_entries;
  status.pit_entries = now.pit_entries;
  status.cs_entries = now.cs_entries;
  status.in_interests = now.in_interests;
  status.in_data = now.in_data;
  status.in_nacks = now.in_nacks;
  status.out_interests = now.out_interests;
  status.out_data = now.out_data;
  status.out_nacks = now.out_nacks;
  status.satisfied_interests = now.satisfied;
  status.unsatisfied_interests = now.unsatisfied;
  return status.encode();
}

}  // namespace augustus::manage
