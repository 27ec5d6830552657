// SPDX-License-Identifier: Apache-2.0
#include "main/bench/store_direct.hh"

#include <rte_cycles.h>

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <vector>

#include "main/bench/direct_store.hh"
#include "traffic/names/random.hh"

namespace augustus::bench {
namespace {

constexpr std::uint64_t memory_max = 512u << 20;

store::StoreOptions options_of(const StoreBenchOptions& options, const traffic::SegmentCatalogue& catalogue,
                               bool with_ssd) {
  store::StoreOptions store;
  store.capacity_bytes = std::min(options.l1_bytes, memory_max);
  store.capacity_packets = static_cast<std::uint32_t>(store.capacity_bytes / catalogue.data_bytes());
  store.replacement = options.replacement;
  store.has_ssd = with_ssd;
  if (with_ssd) {
    store.frame_bytes = store::frame_bytes_for_batch(options.batch);
    store.ssd.batch = options.batch;
    store.ssd.admission = {.kind = store::Admission::probability, .probability = 0};
    store.ssd.registered = false;
  }
  return store;
}

/// Filled twice over.
void fill(DirectStore& direct, const store::StoreOptions& options) {
  for (std::uint64_t i = 0; i < 2ull * options.capacity_packets / direct_batch; ++i) {
    direct.insert_batch();
  }
}

/// The median over the runs of what one call takes, nanoseconds.
double median_ns(const StoreBenchOptions& options, const std::function<std::uint64_t()>& call) {
  std::vector<double> runs;
  const auto run_ticks =
      static_cast<std::uint64_t>(std::min(options.seconds, 0.5) * static_cast<double>(rte_get_tsc_hz()));
  for (unsigned run = 0; run < options.runs; ++run) {
    std::uint64_t ticks = 0;
    std::uint64_t calls = 0;
    for (const std::uint64_t start = rte_rdtsc(); rte_rdtsc() - start < run_ticks; ++calls) {
      ticks += call();
    }
    runs.push_back(static_cast<double>(ticks) / static_cast<double>(calls));
  }
  std::ranges::nth_element(runs, runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2));
  return runs[runs.size() / 2] * 1e9 / static_cast<double>(rte_get_tsc_hz());
}

}  // namespace

DirectCosts measure_direct(const StoreBenchOptions& options, PacketPool& pool) {
  const traffic::SegmentCatalogue catalogue(
      8 * std::min(options.l1_bytes, memory_max) / options.segment_bytes / options.batch + 1, options.batch,
      options.segment_bytes);
  DirectCosts costs;
  {
    const auto store = options_of(options, catalogue, false);
    DirectStore direct(store, catalogue, pool);
    fill(direct, store);
    costs.insert_ns = median_ns(options, [&] { return direct.insert_batch(); });
    std::vector<std::uint8_t> memory(std::min(options.l1_bytes, memory_max), 1);
    costs.copy_ns = median_ns(options, [&] { return direct.copy_batch(memory); });
    memory = {};
    traffic::Random random(options.seed);
    std::uint64_t found = 0;
    std::uint64_t asked = 0;
    costs.lookup_ns = median_ns(options,
                                [&] {
                                  // Of the newest, which memory holds.
                                  std::array<std::uint64_t, direct_burst> segments;
                                  for (std::uint64_t& segment : segments) {
                                    segment = (direct.inserted() - 1 - random.below(direct.held() / 2)) %
                                              catalogue.segments();
                                  }
                                  asked += segments.size();
                                  return direct.look_up(segments, found);
                                }) /
                      direct_burst;
    if (found != asked) {
      throw std::logic_error("a segment that memory holds was not found");
    }
  }
  const auto store = options_of(options, catalogue, true);
  DirectStore direct(store, catalogue, pool);
  fill(direct, store);
  costs.insert_with_ssd_ns = median_ns(options, [&] { return direct.insert_batch(); });
  return costs;
}

}  // namespace augustus::bench
