// SPDX-License-Identifier: Apache-2.0
#include "main/control/datasets.hh"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "main/client/control.hh"
#include "wire/tlv_reader.hh"

namespace augustus::control {
namespace {

[[noreturn]] void fail_malformed(std::string_view dataset) {
  throw std::runtime_error(fmt::format("the router's answer to {} is malformed", dataset));
}

template <typename Item>
std::vector<Item> decode_items(std::string_view dataset, std::span<const std::uint8_t> elements) {
  std::vector<Item> items;
  wire::TlvReader reader(elements);
  while (const auto element = reader.next()) {
    auto item = Item::decode(element->value);
    if (!item) {
      fail_malformed(dataset);
    }
    items.push_back(std::move(*item));
  }
  if (reader.failed()) {
    fail_malformed(dataset);
  }
  return items;
}

template <typename Item>
std::vector<Item> fetch_items(client::Client& client, std::string_view dataset) {
  return decode_items<Item>(dataset, client::fetch_dataset(client, dataset));
}

}  // namespace

manage::ForwarderStatus fetch_general(client::Client& client) {
  constexpr std::string_view dataset = "status/general";
  const auto status = manage::ForwarderStatus::decode(client::fetch_dataset(client, dataset));
  if (!status) {
    fail_malformed(dataset);
  }
  return *status;
}

std::vector<manage::ChannelStatus> fetch_channels(client::Client& client) {
  return fetch_items<manage::ChannelStatus>(client, "faces/channels");
}

std::vector<manage::FaceStatus> fetch_faces(client::Client& client) {
  return fetch_items<manage::FaceStatus>(client, "faces/list");
}

std::vector<manage::FaceStatus> query_faces(client::Client& client, const manage::FaceQueryFilter& filter) {
  constexpr std::string_view dataset = "faces/query";
  return decode_items<manage::FaceStatus>(dataset, client::fetch_dataset(client, dataset, filter.encode()));
}

std::vector<manage::FibStatus> fetch_fib(client::Client& client) {
  return fetch_items<manage::FibStatus>(client, "fib/list");
}

std::vector<manage::RibStatus> fetch_rib(client::Client& client) {
  return fetch_items<manage::RibStatus>(client, "rib/list");
}

manage::CsInfo fetch_cs(client::Client& client) {
  constexpr std::string_view dataset = "cs/info";
  const auto items = fetch_items<manage::CsInfo>(client, dataset);
  if (items.size() != 1) {
    fail_malformed(dataset);
  }
  return items.front();
}

std::vector<manage::TierStatus> fetch_tiers(client::Client& client) {
  if (!fetch_general(client).version.starts_with("augustus")) {
    return {};
  }
  return fetch_items<manage::TierStatus>(client, "cs/tiers");
}

std::vector<manage::StrategyStatus> fetch_strategies(client::Client& client) {
  return fetch_items<manage::StrategyStatus>(client, "strategy-choice/list");
}

std::vector<manage::DropStatus> fetch_drops(client::Client& client) {
  return fetch_items<manage::DropStatus>(client, "status/drops");
}

std::vector<manage::PoolStatus> fetch_pools(client::Client& client) {
  return fetch_items<manage::PoolStatus>(client, "status/pools");
}

std::vector<manage::PartitionStatus> fetch_partitions(client::Client& client) {
  return fetch_items<manage::PartitionStatus>(client, "augustus-partition/list");
}

std::vector<manage::ThreadStatus> fetch_threads(client::Client& client) {
  return fetch_items<manage::ThreadStatus>(client, "augustus-partition/threads");
}

std::vector<manage::LogStatus> fetch_log_levels(client::Client& client) {
  return fetch_items<manage::LogStatus>(client, "augustus-router/log");
}

}  // namespace augustus::control
