// SPDX-License-Identifier: Apache-2.0
#include "manage/partition_module.hh"

#include <cmath>
#include <limits>

#include "manage/codec/partition_status.hh"
#include "manage/codec/thread_status.hh"
#include "manage/module_common.hh"

namespace augustus::manage {
namespace {

std::uint64_t per_mille(double part) {
  return static_cast<std::uint64_t>(std::lround(part * 1000));
}

std::uint32_t number_of(std::uint64_t given) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  return given < none ? static_cast<std::uint32_t>(given) : none;
}

template <typename Item>
void append(std::vector<std::uint8_t>& payload, const Item& item) {
  const auto element = item.encode();
  payload.insert(payload.end(), element.begin(), element.end());
}

}  // namespace

PartitionModule::PartitionModule(DataPlane& data_plane, Dispatcher& dispatcher) : data_plane_(data_plane) {
  constexpr std::string_view module = "augustus-partition";
  dispatcher.add_command(module, "move", {.required = Field::partition | Field::worker, .optional = 0},
                         [this](const auto&, const auto& parameters) { return move(parameters); });
  dispatcher.add_dataset(module, "list", 0, [this](const CommandContext&, auto& payload) {
    payload = partitions();
    return std::nullopt;
  });
  dispatcher.add_dataset(module, "threads", 0, [this](const CommandContext&, auto& payload) {
    payload = threads();
    return std::nullopt;
  });
}

ControlResponse PartitionModule::move(const ControlParameters& parameters) {
  switch (data_plane_.move_partition(number_of(*parameters.partition), number_of(*parameters.worker))) {
    case worker::MoveOutcome::no_such_partition:
      return failure(404, "There is no such partition");
    case worker::MoveOutcome::no_such_worker:
      return failure(404, "There is no such worker");
    case worker::MoveOutcome::ok:
      break;
  }
  ControlParameters body;
  body.partition = parameters.partition;
  body.worker = parameters.worker;
  return success(std::move(body));
}

std::vector<std::uint8_t> PartitionModule::partitions() {
  std::vector<std::uint8_t> payload;
  for (const auto& partition : data_plane_.load().partitions) {
    append(payload, PartitionStatus{.partition = partition.number,
                                    .worker = partition.worker,
                                    .packets = partition.packets,
                                    .pit_entries = partition.pit_entries,
                                    .cs_entries = partition.cs_entries,
                                    .busy_per_mille = per_mille(partition.share),
                                    .pit_structure = std::string(to_string(partition.pit_structure))});
  }
  return payload;
}

std::vector<std::uint8_t> PartitionModule::threads() {
  std::vector<std::uint8_t> payload;
  for (const auto& thread : data_plane_.load().workers) {
    append(payload,
           ThreadStatus{.number = thread.number,
                        .kind = thread.dispatcher ? "dispatcher" : "worker",
                        .cpu = thread.cpu < 0 ? std::nullopt : std::optional<std::uint64_t>(thread.cpu),
                        .partitions = thread.partitions,
                        .packets = thread.packets,
                        .busy_per_mille = per_mille(thread.busy)});
  }
  return payload;
}

}  // namespace augustus::manage
