// SPDX-License-Identifier: Apache-2.0
#include "manage/config_sections.hh"

namespace augustus::manage {
namespace {

constexpr unsigned workers_max = 64;
constexpr unsigned partitions_max = 1024;
constexpr int cpu_max = 4095;
constexpr std::uint64_t entries_max = 1u << 30;

void read_placement(ConfigTable& section, Config& config) {
  using Policy = worker::PlacementPolicy;
  section.get_choice<Policy>("placement", config.placement,
                             {{"auto", Policy::automatic},
                              {"none", Policy::none},
                              {"spread", Policy::spread},
                              {"hyper-threading", Policy::hyper_threading},
                              {"single-socket", Policy::single_socket},
                              {"dual-socket", Policy::dual_socket}});
  if (section.has("management_cpu")) {
    unsigned cpu = 0;
    section.get("management_cpu", cpu, 0, cpu_max);
    config.management_cpu = static_cast<int>(cpu);
  }
}

void read_workers(ConfigTable& section, worker::RouterOptions& options) {
  section.get("count", options.workers, 1, workers_max);
  section.get("cpus", options.worker_cpus, 0, cpu_max);
  section.get("partitions", options.partitions, 0, partitions_max);
  section.get("batch", options.batch, 1, 1024);
  if (!options.worker_cpus.empty() && options.worker_cpus.size() != options.workers) {
    section.fail("cpus", "expected one CPU for each worker, or none at all");
  }
  if (options.partitions != 0 && options.partitions < options.workers) {
    section.fail("partitions", "expected at least one partition for each worker, or 0 to choose");
  }
}

void read_packets(ConfigTable& section, worker::RouterOptions& options) {
  section.get("small", options.small_packets, 1023, entries_max);
  section.get("large", options.large_packets, 127, entries_max);
  section.get("memory_mb", options.eal_memory_mb, 32, 1u << 20);
  section.get("huge_pages", options.huge_pages);
}

void read_tables(ConfigTable& section, worker::RouterOptions& options) {
  section.get("faces", options.faces_max, 16, 1u << 20);
  section.get("fib_prefixes", options.fib_prefixes_max, 64, entries_max);
  section.get("strategy_prefixes", options.strategy_prefixes_max, 16, entries_max);
  section.get("pit_records", options.pit_records_max, 64, entries_max);
  section.get("face_records", options.face_records_max, 64, entries_max);
  section.get("digests", options.digests_max, 16, entries_max);
  section.get("names", options.name_entries_max, 64, entries_max);
  section.get("name_bytes", options.name_bytes_max, 1u << 20, entries_max);
  section.get("dead_nonces", options.dead_nonces_max, 64, entries_max);
}

void read_content_store(ConfigTable& section, store::StoreOptions& options) {
  section.get("capacity", options.capacity_packets);
  section.get("capacity_bytes", options.capacity_bytes, 1u << 20, 1ull << 46);
  section.get("frame_bytes", options.frame_bytes, 16u << 10, 16u << 20);
  section.get_choice<store::Replacement>(
      "replacement", options.replacement,
      {{"fifo", store::Replacement::fifo}, {"lru", store::Replacement::lru}});
}

}  // namespace

void read_sizes(ConfigTable& file, Config& config) {
  worker::RouterOptions& options = config.router;
  file.in("workers", [&config](ConfigTable& section) {
    read_workers(section, config.router);
    read_placement(section, config);
  });
  file.in("packets", [&options](ConfigTable& section) { read_packets(section, options); });
  file.in("tables", [&options](ConfigTable& section) { read_tables(section, options); });
  file.in("cs", [&options](ConfigTable& section) { read_content_store(section, options.store); });
}

}  // namespace augustus::manage
