// SPDX-License-Identifier: Apache-2.0
#include "manage/cs_module.hh"

#include <algorithm>
#include <limits>

#include "manage/codec/cs_info.hh"
#include "manage/module_common.hh"

namespace augustus::manage {

namespace {

std::uint64_t flags_of(const worker::CsStatus& status) {
  return (status.admit ? cs_flag_admit : 0) | (status.serve ? cs_flag_serve : 0);
}

}  // namespace

CsModule::CsModule(DataPlane& data_plane, Dispatcher& dispatcher) : data_plane_(data_plane) {
  dispatcher.add_command("cs", "config",
                         {.required = 0, .optional = Field::capacity | Field::flags | Field::mask},
                         [this](const auto&, const auto& parameters) { return config(parameters); });
  dispatcher.add_command("cs", "erase", {.required = only(Field::name), .optional = only(Field::count)},
                         [this](const auto&, const auto& parameters) { return erase(parameters); });
  dispatcher.add_dataset("cs", "info", 0, [this](const CommandContext&, auto& payload) {
    payload = info();
    return std::nullopt;
  });
}

ControlResponse CsModule::config(const ControlParameters& parameters) {
  if (parameters.capacity) {
    data_plane_.set_cs_capacity(*parameters.capacity);
  }
  if (const auto admit = parameters.flag(cs_flag_admit)) {
    data_plane_.set_cs_admit(*admit);
  }
  if (const auto serve = parameters.flag(cs_flag_serve)) {
    data_plane_.set_cs_serve(*serve);
  }
  const worker::CsStatus status = data_plane_.cs_status();
  ControlParameters body;
  body.capacity = status.capacity_packets;
  body.flags = flags_of(status);
  return success(std::move(body));
}

ControlResponse CsModule::erase(const ControlParameters& parameters) {
  const std::uint64_t wanted = parameters.count.value_or(std::numeric_limits<std::uint64_t>::max());
  if (wanted == 0) {
    return failure(400, "Count must be positive");
  }
  const auto [erased, more] = data_plane_.erase_cs(*parameters.name, std::min(wanted, erase_limit));
  ControlParameters body;
  body.name = parameters.name;
  body.count = erased;
  if (more && wanted > erase_limit) {
    body.capacity = erase_limit;
  }
  return success(std::move(body));
}

std::vector<std::uint8_t> CsModule::info() {
  const worker::CsStatus status = data_plane_.cs_status();
  CsInfo info;
  info.capacity = status.capacity_packets;
  info.flags = flags_of(status);
  info.entries = status.packets;
  info.hits = status.hits;
  info.misses = status.misses;
  return info.encode();
}

}  // namespace augustus::manage
