// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "manage/config_sections.hh"
#include "wire/dispatch_hash.hh"

namespace augustus::manage {
namespace {

constexpr unsigned workers_max = 64;
constexpr unsigned partitions_max = 1024;
constexpr int cpu_max = 4095;
constexpr std::uint64_t entries_max = 1u << 30;
constexpr std::uint32_t batch_with_ssd_max = 32;

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

void read_hashing(ConfigTable& section, worker::RouterOptions& options) {
  bool by_content = false;
  section.get_choice<bool>("hashing", by_content, {{"batch", false}, {"content", true}});
  if (by_content && section.has("batch")) {
    section.fail("batch", "expected no size of batches where hashing is by \"content\"");
  }
  if (by_content) {
    options.batch = wire::batch_whole_content;
  }
}

void read_workers(ConfigTable& section, worker::RouterOptions& options) {
  section.get("count", options.workers, 1, workers_max);
  section.get("cpus", options.worker_cpus, 0, cpu_max);
  section.get("partitions", options.partitions, 0, partitions_max);
  section.get("dispatchers", options.dispatchers, 0, workers_max);
  section.get("batch", options.batch, 1, 1024);
  read_hashing(section, options);
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

void read_pit_structure(ConfigTable& section, worker::RouterOptions& options) {
  std::string word(to_string(options.pit_structure));
  section.get("pit_structure", word);
  try {
    options.pit_structure = table::pit_structure_of(word);
  } catch (const std::invalid_argument& error) {
    section.fail("pit_structure", error.what());
  }
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
  section.get("lifetime_max_ms", options.lifetime_max_ms, 1000, 864'000'000);
  read_pit_structure(section, options);
}

void get_replacement(ConfigTable& section, std::string_view key, store::Replacement& replacement) {
  section.get_choice<store::Replacement>(key, replacement,
                                         {{"fifo", store::Replacement::fifo},
                                          {"lru", store::Replacement::lru},
                                          {"lfu", store::Replacement::lfu},
                                          {"random", store::Replacement::random}});
}

/// The policy under `key`, and what it takes under keys that start so.
void read_admission(ConfigTable& section, const std::string& key, store::AdmissionOptions& options) {
  section.get_choice<store::Admission>(key, options.kind,
                                       {{"everything", store::Admission::everything},
                                        {"probability", store::Admission::probability},
                                        {"k-lru", store::Admission::k_lru}});
  unsigned percent = 100;
  section.get(key + "_percent", percent, 0, 100);
  options.probability = percent / 100.0;
  section.get(key + "_k", options.k, 1, 16);
}

void read_ssd_tier(ConfigTable& section, store::SsdOptions& options) {
  get_replacement(section, "ssd_replacement", options.replacement);
  section.get("ssd_depth", options.depth, 8, 1024);
  section.get("ssd_extra_items", options.extra_items);
  section.get("ssd_share", options.share, 1, 100);
  section.get("ssd_registered", options.registered);
  section.get_choice<bool>("ssd_engine", options.serial, {{"async", false}, {"serial", true}});
  section.get_or_auto("ssd_threads", options.threads, 0, 1);
  if (options.serial && options.threads == 1u) {
    section.fail("ssd_threads", "expected \"auto\" or 0 with ssd_engine \"serial\"");
  }
  read_admission(section, "ssd_admission", options.admission);
  section.get("segment_component", options.segment_component, 1, 65535);
  unsigned marker = static_cast<unsigned>(options.segment_marker);
  bool with_marker = true;
  section.get("segment_marker", marker, 0, 255);
  section.get("segment_markers", with_marker);
  options.segment_marker = with_marker ? static_cast<int>(marker) : -1;
}

void read_emulated(ConfigTable& section, store::SsdPlace& place) {
  using Emulated = store::EmulatedSsd;
  place.path = "(emulated)";
  place.emulated.emplace();
  section.require("size", "the bytes of an emulated SSD");
  std::uint32_t mbps = 4000;
  section.get("throughput_mbps", mbps, 1, 1'000'000);
  place.emulated->bits_per_second = mbps * 1e6;
  section.get_choice<Emulated::Memory>(
      "memory", place.emulated->memory,
      {{"static", Emulated::Memory::fixed}, {"dynamic", Emulated::Memory::written}});
  section.get_choice<Emulated::Delay>("delay", place.emulated->delay,
                                      {{"busy", Emulated::Delay::busy}, {"sleep", Emulated::Delay::sleep}});
}

void read_ssds(ConfigTable& section, worker::RouterOptions& options) {
  section.each("ssd", [&options](ConfigTable& ssd) {
    store::SsdPlace place;
    bool emulated = false;
    ssd.get("emulated", emulated);
    if (emulated) {
      read_emulated(ssd, place);
    } else {
      ssd.require("path", "a file or a block device");
      ssd.get("path", place.path);
    }
    ssd.get("size", place.bytes, 0, 1ull << 50);
    options.ssds.push_back(place);
  });
}

void read_content_store(ConfigTable& section, worker::RouterOptions& router) {
  store::StoreOptions& options = router.store;
  read_ssds(section, router);
  options.has_ssd = !router.ssds.empty();
  section.get("capacity", options.capacity_packets);
  section.get("capacity_bytes", options.capacity_bytes, 1u << 20, 1ull << 46);
  if (options.has_ssd) {
    options.frame_bytes = store::frame_bytes_for_batch(router.batch);
    section.get("frame_bytes", options.frame_bytes, 8u << 10, 512u << 10);
    options.frame_bytes -= options.frame_bytes % store::block_bytes;
    if (router.batch > batch_with_ssd_max || router.batch == wire::batch_whole_content) {
      section.fail("ssd", "expected workers.batch to be 32 at most with an SSD");
    }
  } else {
    section.get("frame_bytes", options.frame_bytes, 16u << 10, 16u << 20);
  }
  get_replacement(section, "replacement", options.replacement);
  if (!options.has_ssd && options.replacement != store::Replacement::fifo &&
      options.replacement != store::Replacement::lru) {
    section.fail("replacement", "expected \"fifo\" or \"lru\" where there is no SSD");
  }
  read_admission(section, "admission", options.admission);
  read_ssd_tier(section, options.ssd);
  if (options.has_ssd && router.ssds.front().emulated && options.ssd.threads == 1u) {
    section.fail("ssd_threads", "expected \"auto\" or 0 with emulated SSDs");
  }
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
  file.in("cs", [&options](ConfigTable& section) { read_content_store(section, options); });
}

}  // namespace augustus::manage
