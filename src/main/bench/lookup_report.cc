// SPDX-License-Identifier: Apache-2.0
#include "main/bench/lookup_report.hh"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "main/bench/spread.hh"

namespace augustus::bench {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(LookupOptions::Structure structure) {
  return structure == LookupOptions::Structure::skip_list ? "skip-list" : "name-table";
}

const char* name_of(LookupOptions::Workload workload) {
  constexpr const char* names[]{"seq", "unif", "real"};
  return names[static_cast<std::size_t>(workload)];
}

}  // namespace

void print(const LookupOptions& options, const LookupReport& report) {
  const auto ns = spread_of(report.runs, [](const LookupRun& run) { return run.ns_per_lookup(); });
  const auto gbps = spread_of(report.runs, [&](const LookupRun& run) {
    return static_cast<double>(report.data_bytes) * 8 / run.ns_per_lookup();
  });
  const auto faults = spread_of(report.runs, [](const LookupRun& run) {
    return static_cast<double>(run.major_faults) / static_cast<double>(run.lookups);
  });
  const auto cpu = spread_of(report.runs, [](const LookupRun& run) { return run.cpu_seconds / run.seconds; });
  if (options.json) {
    const Json json{{"options",
                     {{"structure", name_of(options.structure)},
                      {"workload", name_of(options.workload)},
                      {"catalogue_bytes", options.catalogue_bytes},
                      {"segment_bytes", options.segment_bytes},
                      {"object_segments", options.object_segments},
                      {"file", options.file},
                      {"zipf", options.zipf},
                      {"seed", options.seed},
                      {"seconds", options.seconds},
                      {"runs", options.runs}}},
                    {"segments", report.segments},
                    {"data_bytes", report.data_bytes},
                    {"lookup_ns", to_json(ns)},
                    {"gbps", to_json(gbps)},
                    {"major_faults_per_lookup", to_json(faults)},
                    {"cpu_share", to_json(cpu)},
                    {"missing", report.missing}};
    fmt::print("{}\n", json.dump(2));
    return;
  }
  fmt::print("{}, {}: {} segments of {} bytes\n", name_of(options.structure), name_of(options.workload),
             report.segments, report.data_bytes);
  fmt::print("lookup {:.1f} ns ({:.1f} to {:.1f}), as Data {:.1f} Gbps\n", ns.median, ns.min, ns.max, gbps.median);
  fmt::print("{:.3g} major page faults a lookup; {:.1f} % of a CPU\n", faults.median, 100 * cpu.median);
  if (report.missing != 0) {
    fmt::print("{} segments were not found\n", report.missing);
  }
}

}  // namespace augustus::bench
