// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "main/bench/fio.hh"
#include "main/bench/store_device.hh"
#include "main/bench/store_direct.hh"
#include "main/bench/store_options.hh"
#include "traffic/load/latency_histogram.hh"
#include "worker/router.hh"

namespace augustus::bench {

/// What one run delivered.
struct StoreRun {
  double seconds = 0;
  double router_seconds = 0;  ///< of them without making and checking packets
  std::uint64_t segments = 0;
  std::uint64_t bytes = 0;  ///< of Data TLVs
  std::uint64_t from_producer = 0;
  std::uint64_t l2_hits = 0;
  std::uint64_t reads = 0;
  std::uint64_t prefetches = 0;
  std::uint64_t writes = 0;
  std::uint64_t read_busy = 0;
  std::uint64_t write_busy = 0;

  double gbps() const { return static_cast<double>(bytes) * 8e-9 / seconds; }
  double router_gbps() const { return static_cast<double>(bytes) * 8e-9 / router_seconds; }
  double hit_ratio() const { return share(hits()); }
  double l1_hit_ratio() const { return share(hits() - std::min(l2_hits, hits())); }
  double ns_per_segment() const { return router_seconds * 1e9 / static_cast<double>(segments); }

 private:
  std::uint64_t hits() const { return segments - from_producer; }
  double share(std::uint64_t of) const {
    return segments == 0 ? 0 : static_cast<double>(of) / static_cast<double>(segments);
  }
};

/// Nanoseconds.
struct LatencySummary {
  double mean = 0;
  std::array<std::uint64_t, 5> percentiles{};  ///< of latency_percentiles
  std::uint64_t count = 0;
};
inline constexpr std::array<double, 5> latency_percentiles{50, 90, 99, 99.9, 100};

LatencySummary summary_of(const traffic::LatencyHistogram& histogram);

/// Exchanges a second of other traffic on the same worker.
struct ExchangeBeside {
  std::vector<double> alone;
  std::vector<double> beside;       ///< while the SSD is saturated
  std::vector<double> beside_gbps;  ///< what that delivered
};

struct StoreReport {
  std::uint64_t segments = 0;  ///< of the catalogue
  std::size_t data_bytes = 0;
  std::size_t read_bytes = 0;  ///< of one read of a full batch
  std::vector<StoreRun> runs;
  LatencySummary latency;                   ///< of hits in the runs
  std::optional<LatencySummary> half_load;  ///< of L2 hits at half the rate
  double half_load_gbps = 0;
  std::uint64_t half_load_late = 0;  ///< times a batch had to wait for room
  std::vector<FioResult> fio;
  std::optional<FioResult> fio_half_load;
  std::string fio_missing;  ///< why there is none
  std::optional<DirectCosts> direct;
  std::optional<DeviceRates> device;  ///< of an emulated SSD by itself
  std::optional<ExchangeBeside> exchange;
  std::optional<double> model_hit_ratio;  ///< of memory, by the paper's equations
  worker::CsStatus store;                 ///< at the end
  std::uint64_t lost = 0;
  std::uint64_t altered = 0;

  bool good() const { return lost == 0 && altered == 0; }
};

void print(const StoreBenchOptions& options, const StoreReport& report);

}  // namespace augustus::bench
