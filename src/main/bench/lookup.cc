// SPDX-License-Identifier: Apache-2.0
#include "main/bench/lookup.hh"

#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "base/clock.hh"
#include "main/bench/direct_store.hh"
#include "main/bench/lookup_report.hh"
#include "main/bench/lookup_stores.hh"
#include "main/bench/tick_clock.hh"
#include "main/errors.hh"
#include "traffic/store/segment_order.hh"

namespace augustus::bench {
namespace {

using traffic::SegmentCatalogue;

const std::map<std::string, LookupOptions::Structure> structures{
    {"name-table", LookupOptions::Structure::name_table}, {"skip-list", LookupOptions::Structure::skip_list}};
const std::map<std::string, LookupOptions::Workload> workloads{{"seq", LookupOptions::Workload::seq},
                                                               {"unif", LookupOptions::Workload::unif},
                                                               {"real", LookupOptions::Workload::real}};

SegmentCatalogue catalogue_of(const LookupOptions& options) {
  const std::uint64_t objects = options.catalogue_bytes / options.segment_bytes / options.object_segments;
  return {std::max<std::uint64_t>(objects, 1), options.object_segments, options.segment_bytes};
}

std::unique_ptr<traffic::SegmentOrder> order_of(const LookupOptions& options,
                                                const SegmentCatalogue& catalogue) {
  switch (options.workload) {
    case LookupOptions::Workload::seq:
      return traffic::sequential_order(catalogue.segments());
    case LookupOptions::Workload::unif:
      return traffic::uniform_order(catalogue.segments(), options.seed);
    case LookupOptions::Workload::real:
      break;
  }
  return traffic::stream_order({.objects = catalogue.objects(),
                                .segments = catalogue.segments_per_object(),
                                .zipf_exponent = options.zipf},
                               options.seed);
}

struct Usage {
  double cpu_seconds;
  std::uint64_t major_faults;
};

Usage usage_now() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<std::uint64_t>(usage.ru_majflt)};
}

LookupRun measure(const LookupOptions& options, FullStore& store, traffic::SegmentOrder& order,
                  std::uint64_t& missing) {
  const TickClock clock;
  const Usage before = usage_now();
  const TimeNs start = monotonic_now();
  const auto duration = static_cast<TimeNs>(options.seconds * static_cast<double>(nanoseconds_per_second));
  std::uint64_t ticks = 0;
  std::uint64_t found = 0;
  LookupRun run;
  TimeNs now = start;
  for (; now - start < duration; now = monotonic_now()) {
    std::array<std::uint64_t, direct_burst> segments;
    for (std::uint64_t& segment : segments) {
      segment = *order.next();
    }
    ticks += store.look_up(segments, found);
    run.lookups += segments.size();
  }
  const Usage after = usage_now();
  missing += run.lookups - found;
  run.seconds = static_cast<double>(now - start) * 1e-9;
  run.lookup_seconds = static_cast<double>(ticks) * clock.ns_per_tick() * 1e-9;
  run.cpu_seconds = after.cpu_seconds - before.cpu_seconds;
  run.major_faults = after.major_faults - before.major_faults;
  return run;
}

int run(const LookupOptions& options) {
  if (!options.file.empty() && options.structure != LookupOptions::Structure::skip_list) {
    throw UsageError("--file goes with --structure skip-list");
  }
  const SegmentCatalogue catalogue = catalogue_of(options);
  const auto store = make_full_store(options, catalogue);
  LookupReport report{.segments = catalogue.segments(), .data_bytes = catalogue.data_bytes()};
  const auto order = order_of(options, catalogue);
  for (unsigned i = 0; i < options.runs; ++i) {
    report.runs.push_back(measure(options, *store, *order, report.missing));
  }
  print(options, report);
  return report.good() ? exit_ok : exit_failure;
}

void add_options(CLI::App& command, LookupOptions& options) {
  command.add_option("--structure", options.structure, "The router's name table, or an ordered skip list as NFD 0.3 had")
      ->transform(CLI::CheckedTransformer(structures).description("{name-table,skip-list}"))
      ->type_name("TEXT")
      ->default_str("name-table");
  command
      .add_option("--workload", options.workload,
                  "seq: everything in turn; unif: drawn from all; real: streams of objects with Zipf's popularity")
      ->transform(CLI::CheckedTransformer(workloads).description("{real,seq,unif}"))
      ->type_name("TEXT")
      ->default_str("unif");
  command.add_option("--catalogue-bytes", options.catalogue_bytes, "Content in all, which the store holds")
      ->check(CLI::Range(std::uint64_t{1'000'000}, std::uint64_t{1} << 37))
      ->capture_default_str();
  command.add_option("--segment-bytes", options.segment_bytes, "Content of a segment")
      ->check(CLI::Range(std::uint32_t{600}, SegmentCatalogue::content_bytes_max))
      ->capture_default_str();
  command.add_option("--object-segments", options.object_segments, "Segments of an object")
      ->check(CLI::Range(1u, 100'000u))
      ->capture_default_str();
  command.add_option("--file", options.file,
                     "Have a skip list's links and Data in a mapping of this file, made and removed, and read "
                     "each page of what is found");
  command.add_option("--zipf", options.zipf, "Exponent of the objects' popularity, for real")
      ->check(CLI::Range(0.0, 3.0))
      ->capture_default_str();
  command.add_option("--seed", options.seed)->capture_default_str();
  command.add_option("--seconds", options.seconds, "Of each run, making of names included")
      ->check(CLI::Range(0.05, 3600.0))
      ->capture_default_str();
  command.add_option("--runs", options.runs)->check(CLI::Range(1, 1000))->capture_default_str();
  command.add_flag("--json", options.json, "Print JSON");
}

}  // namespace

void register_lookup(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<LookupOptions>();
  auto* command = bench.add_subcommand(
      "lookup", "A content store of one layer that holds everything: its lookups, and page faults");
  add_options(*command, *options);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace augustus::bench
