// SPDX-License-Identifier: Apache-2.0
#include "main/bench/fib_report.hh"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/mapped_memory.hh"
#include "main/bench/spread.hh"

namespace augustus::bench {
namespace {

using Json = nlohmann::ordered_json;

double per_s(const FibRun& run) {
  return run.per_s();
}

Json options_of(const FibOptions& options) {
  return {{"buckets_log2", options.buckets_log2},
          {"prefixes", options.prefixes},
          {"prefix_bytes", options.prefix_bytes},
          {"depths", options.depths},
          {"name_components", options.name_components},
          {"absent_lengths", options.absent_lengths},
          {"absent_prefixes", options.absent_prefixes},
          {"next_hop_sets", options.next_hop_sets},
          {"update_rate", options.update_rate},
          {"burst", options.burst},
          {"lookups", options.lookups},
          {"seconds", options.seconds},
          {"runs", options.runs}};
}

/// The figures as they are printed, whatever the form.
struct Figures {
  explicit Figures(const FibReport& report)
      : lookups(spread_of(report.runs, per_s)), beside(spread_of(report.runs_beside_updates, per_s)) {
    const auto prefixes = static_cast<double>(report.memory.prefixes);
    index_bytes = static_cast<double>(report.memory.index()) / prefixes;
    name_bytes = static_cast<double>(report.memory.table.names) / prefixes;
    resident_bytes = static_cast<double>(report.resident_bytes) / prefixes;
    overflow = static_cast<double>(report.memory.table.overflowing) /
               static_cast<double>(report.memory.table.bucket_count);
    inserts = 1e9 * static_cast<double>(report.inserts) / report.insert_ns;
  }

  Spread lookups, beside;
  double index_bytes, name_bytes, resident_bytes;  ///< of a prefix
  double overflow;                                 ///< share of buckets followed by another
  double inserts;                                  ///< a second
};

Json to_json(const FibOptions& options, const FibReport& report) {
  const Figures figures(report);
  Json json{{"options", options_of(options)},
            {"prefixes", report.memory.prefixes},
            {"buckets", report.memory.table.bucket_count},
            {"lookups_per_s", figures.lookups.median},
            {"min", figures.lookups.min},
            {"max", figures.lookups.max},
            {"ns_per_lookup", 1e9 / figures.lookups.median},
            {"lines_per_lookup", report.lines_per_lookup},
            {"inserts_per_s", figures.inserts},
            {"bytes_per_prefix",
             {{"index", figures.index_bytes},
              {"names", figures.name_bytes},
              {"total", figures.index_bytes + figures.name_bytes},
              {"resident", figures.resident_bytes}}},
            {"bytes",
             {{"index", report.memory.index()},
              {"names", report.memory.table.names},
              {"total", report.memory.total()},
              {"resident", report.resident_bytes}}},
            {"overflow_share", figures.overflow},
            {"pages", to_string(report.memory.table.pages)},
            {"refused", report.refused},
            {"wrong", report.wrong}};
  if (!report.runs_beside_updates.empty()) {
    json["beside_updates"] = {{"updates_per_s", report.updates_per_s},
                              {"lookups_per_s", figures.beside.median},
                              {"min", figures.beside.min},
                              {"max", figures.beside.max}};
  }
  return json;
}

}  // namespace

void print(const FibOptions& options, const FibReport& report) {
  if (options.json) {
    fmt::print("{}\n", to_json(options, report).dump(2));
    return;
  }
  const Figures figures(report);
  const auto& memory = report.memory;
  fmt::print("{} prefixes of {} bytes, of {} components, in {} buckets; {} pages\n", memory.prefixes,
             options.prefix_bytes, fmt::join(options.depths, ", "), memory.table.bucket_count,
             to_string(memory.table.pages));
  fmt::print("{:.3f} million lookups a second ({:.3f} to {:.3f}), {:.1f} ns each, of {:.2f} cache lines\n",
             figures.lookups.median / 1e6, figures.lookups.min / 1e6, figures.lookups.max / 1e6,
             1e9 / figures.lookups.median, report.lines_per_lookup);
  fmt::print("{:.3f} million inserts a second\n", figures.inserts / 1e6);
  if (!report.runs_beside_updates.empty()) {
    fmt::print("{:.3f} million lookups a second ({:.3f} to {:.3f}) beside {:.3f} million updates\n",
               figures.beside.median / 1e6, figures.beside.min / 1e6, figures.beside.max / 1e6,
               report.updates_per_s / 1e6);
  }
  fmt::print("{:.1f} bytes a prefix without names, {:.1f} with; {:.1f} resident; {:.3f} GB in all\n",
             figures.index_bytes, figures.index_bytes + figures.name_bytes, figures.resident_bytes,
             static_cast<double>(memory.total()) / 1e9);
  fmt::print("{:.2e} of the buckets overflow; {} refused, {} found wrong\n", figures.overflow, report.refused,
             report.wrong);
}

}  // namespace augustus::bench
