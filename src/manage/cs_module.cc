// SPDX-License-Identifier: Apache-2.0
#include "manage/cs_module.hh"

#include <algorithm>
#include <limits>

#include "manage/codec/cs_info.hh"
#include "manage/codec/tier_status.hh"
#include "manage/module_common.hh"

namespace augustus::manage {

namespace {

std::uint64_t flags_of(const auto& status) {
  return (status.admit ? cs_flag_admit : 0) | (status.serve ? cs_flag_serve : 0);
}

std::uint64_t packets_in(const worker::SsdStatus& ssd) {
  return ssd.extents * ssd.batch;
}

TierStatus dram_tier(const worker::CsStatus& status) {
  const std::uint64_t ssd_hits = status.ssd ? status.ssd->hits : 0;
  return {.name = wire::Name::literal(tier_dram),
          .capacity = status.capacity_packets,
          .flags = flags_of(status),
          .entries = status.packets,
          .hits = status.hits - std::min(ssd_hits, status.hits),
          .misses = status.misses + ssd_hits,
          .capacity_bytes = status.capacity_bytes,
          .bytes = status.bytes,
          .evicted = status.evicted,
          .admission = status.admission.text(),
          .not_admitted = status.not_admitted};
}

TierStatus ssd_tier(const worker::SsdStatus& ssd) {
  return {.name = wire::Name::literal(tier_ssd),
          .capacity = packets_in(ssd),
          .flags = flags_of(ssd),
          .entries = ssd.packets,
          .hits = ssd.hits,
          .misses = ssd.misses,
          .capacity_bytes = ssd.extents * ssd.extent_bytes,
          .bytes = ssd.bytes,
          .evicted = ssd.evicted,
          .admission = ssd.admission.text(),
          .not_admitted = ssd.not_admitted,
          .reads = ssd.reads,
          .writes = ssd.writes,
          .busy = ssd.read_busy + ssd.write_busy,
          .damaged = ssd.damaged + ssd.read_errors,
          .verifying = ssd.verifying ? 1u : 0u,
          .verified = ssd.verified_extents,
          .found_damaged = ssd.damaged_extents};
}

}  // namespace

CsModule::CsModule(DataPlane& data_plane, Dispatcher& dispatcher) : data_plane_(data_plane) {
  dispatcher.add_command(
      "cs", "config", {.required = 0, .optional = Field::name | Field::capacity | Field::flags | Field::mask},
      [this](const auto&, const auto& parameters) { return config(parameters); });
  dispatcher.add_long_command("cs", "erase", {.required = only(Field::name), .optional = only(Field::count)},
                              [this](const auto&, const auto& parameters) { return erase(parameters); });
  dispatcher.add_command("cs", "verify", {.required = 0, .optional = 0},
                         [this](const auto&, const auto&) { return verify(); });
  dispatcher.add_dataset("cs", "tiers", 0, [this](const CommandContext&, auto& payload) {
    payload = tiers();
    return std::nullopt;
  });
  dispatcher.add_dataset("cs", "info", 0, [this](const CommandContext&, auto& payload) {
    payload = info();
    return std::nullopt;
  });
}

ControlResponse CsModule::config(const ControlParameters& parameters) {
  if (parameters.name && *parameters.name == wire::Name::literal(tier_ssd)) {
    return config_ssd(parameters);
  }
  if (parameters.name && *parameters.name != wire::Name::literal(tier_dram)) {
    return failure(404, "The tiers are /dram and /ssd");
  }
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
  body.name = parameters.name;
  body.capacity = status.capacity_packets;
  body.flags = flags_of(status);
  return success(std::move(body));
}

ControlResponse CsModule::config_ssd(const ControlParameters& parameters) {
  if (!data_plane_.cs_status().ssd) {
    return failure(404, "There is no SSD");
  }
  if (parameters.capacity) {
    return failure(400, "The SSD's capacity is that of its files");
  }
  if (const auto admit = parameters.flag(cs_flag_admit)) {
    data_plane_.set_ssd_admit(*admit);
  }
  if (const auto serve = parameters.flag(cs_flag_serve)) {
    data_plane_.set_ssd_serve(*serve);
  }
  const worker::CsStatus status = data_plane_.cs_status();
  ControlParameters body;
  body.name = parameters.name;
  body.capacity = packets_in(*status.ssd);
  body.flags = flags_of(*status.ssd);
  return success(std::move(body));
}

ControlResponse CsModule::verify() {
  return data_plane_.verify_cs() ? success({}) : failure(404, "There is no SSD");
}

std::vector<std::uint8_t> CsModule::tiers() {
  const worker::CsStatus status = data_plane_.cs_status();
  auto payload = dram_tier(status).encode();
  if (status.ssd) {
    const auto ssd = ssd_tier(*status.ssd).encode();
    payload.insert(payload.end(), ssd.begin(), ssd.end());
  }
  return payload;
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
