// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/router_setup.hh"

#include "scenario/emulated_ssd.hh"

namespace augustus::scenario {
namespace {

constexpr std::uint32_t faces_max = 64;
constexpr std::uint32_t prefixes_max = 1024;
constexpr unsigned small_packets = 1023;
constexpr unsigned large_packets = 127;

}  // namespace

worker::RouterOptions router_options(const Scenario& scenario, unsigned workers, unsigned dispatchers,
                                     const forward::EngineFactory& engine) {
  const auto total = [workers](std::uint64_t of_partition) {
    return static_cast<std::uint32_t>(of_partition * workers);
  };
  const Sizes& sizes = scenario.sizes;
  worker::RouterOptions options;
  options.workers = workers;
  options.dispatchers = dispatchers;
  options.partitions = workers;
  options.faces_max = faces_max;
  options.fib_prefixes_max = prefixes_max;
  options.strategy_prefixes_max = prefixes_max;
  options.pit_records_max = total(sizes.pit);
  options.name_entries_max = total(sizes.names);
  options.face_records_max = total(sizes.records);
  options.digests_max = total(sizes.digests);
  options.name_bytes_max = total(sizes.name_bytes);
  options.dead_nonces_max = total(sizes.nonces);
  options.lifetime_max_ms = static_cast<std::uint32_t>(sizes.lifetime_max);
  options.store.capacity_packets = total(sizes.cs);
  options.store.capacity_bytes = total(sizes.cs_bytes);
  options.store.frame_bytes = static_cast<std::uint32_t>(sizes.frame_bytes);
  options.store.replacement =
      scenario.cs_policy == "fifo" ? store::Replacement::fifo : store::Replacement::lru;
  options.store.has_ssd = sizes.ssd != 0;
  if (sizes.ssd != 0) {
    options.ssds.push_back(emulated_ssd(sizes.ssd * workers));
  }
  options.small_packets = small_packets;
  options.large_packets = large_packets;
  options.network_regions = scenario.regions;
  options.engine = engine;
  return options;
}

}  // namespace augustus::scenario
