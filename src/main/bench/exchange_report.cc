// SPDX-License-Identifier: Apache-2.0
#include "main/bench/exchange_report.hh"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "main/bench/spread.hh"

namespace augustus::bench {
namespace {

using Json = nlohmann::ordered_json;

Json options_of(const ExchangeOptions& options) {
  return {{"header", options.header},
          {"engine", options.engine},
          {"graph", options.graph},
          {"name_bytes", options.name_bytes},
          {"components", options.components},
          {"payload", options.payload},
          {"fib_prefixes", options.fib_prefixes},
          {"outstanding", options.outstanding},
          {"pit_capacity", options.pit_capacity},
          {"pit_structure", to_string(options.pit_structure)},
          {"cs_entries", options.cs_entries},
          {"cs_hit_ratio", options.cs_hit_ratio},
          {"pending_prefixes", options.pending_prefixes},
          {"names", options.names},
          {"workers", options.workers},
          {"route_changes", options.route_changes},
          {"withhold", options.withhold},
          {"colliding", options.colliding},
          {"old_key", options.old_key},
          {"burst", options.burst},
          {"seconds", options.seconds},
          {"runs", options.runs}};
}

double total_lines(const std::vector<StructureLines>& lines) {
  double total = 0;
  for (const auto& structure : lines) {
    total += structure.lines;
  }
  return total;
}

/// What the lines cost at least; 0 when that was not measured.
double limit_ns(const std::vector<StructureLines>& lines) {
  double total = 0;
  for (const auto& structure : lines) {
    total += structure.lines * structure.line_ns;
  }
  return total;
}

void print_lines(const std::vector<StructureLines>& lines) {
  if (lines.empty()) {
    return;
  }
  fmt::print("{:.1f} cache lines an exchange:\n", total_lines(lines));
  for (const auto& structure : lines) {
    fmt::print("  {:<26}{:6.2f} of {:>12} bytes", structure.what, structure.lines, structure.footprint);
    if (structure.line_ns != 0) {
      fmt::print(", {:.1f} ns each", structure.line_ns);
    }
    fmt::print("\n");
  }
  if (const double limit = limit_ns(lines); limit != 0) {
    fmt::print("these alone take {:.1f} ns\n", limit);
  }
}

void add_lines(Json& json, const std::vector<StructureLines>& lines) {
  if (lines.empty()) {
    return;
  }
  json["lines_per_exchange"] = total_lines(lines);
  for (const auto& structure : lines) {
    Json& of_it = json["lines_by_structure"][structure.what];
    of_it = {{"lines", structure.lines}, {"footprint", structure.footprint}};
    if (structure.line_ns != 0) {
      of_it["line_ns"] = structure.line_ns;
    }
  }
  if (const double limit = limit_ns(lines); limit != 0) {
    json["limit_ns"] = limit;
  }
}

/// Cycles are of the time stamp counter, of the run with everything: clearer than a share of the rate.
void print_elements(const ExchangeReport& report) {
  const auto exchanges = static_cast<double>(report.completed);
  for (const auto& element : report.elements) {
    const auto& nodes = element.nodes;
    const auto visits = static_cast<double>(std::max<std::uint64_t>(nodes.visits, 1));
    fmt::print("  {:<16}{:<16}{:>12} visits of {:5.1f} packets, {:6.1f} cycles an exchange\n", element.name,
               element.element_class, nodes.visits, static_cast<double>(nodes.packets) / visits,
               static_cast<double>(nodes.cycles) / exchanges);
  }
}

void add_elements(Json& json, const ExchangeReport& report) {
  for (const auto& element : report.elements) {
    json["elements"].push_back({{"name", element.name},
                                {"class", element.element_class},
                                {"visits", element.nodes.visits},
                                {"packets", element.nodes.packets},
                                {"cycles", element.nodes.cycles}});
  }
}

}  // namespace

void print(const ExchangeOptions& options, const ExchangeReport& report) {
  const auto rate = spread_of(report.runs, [](const ExchangeRun& run) { return run.per_s(); });
  const auto with_feed = spread_of(report.runs, [](const ExchangeRun& run) { return run.per_s_with_feed(); });
  const auto feed = spread_of(
      report.runs, [](const ExchangeRun& run) { return run.feed_ns / static_cast<double>(run.exchanges); });
  std::uint64_t exchanges = 0;
  for (const auto& run : report.runs) {
    exchanges += run.exchanges;
  }
  if (!options.json) {
    fmt::print("{} exchanges of {} and {} bytes, {} outstanding, {} prefixes, CS of {}; {} pages\n",
               exchanges, report.interest_bytes, report.data_bytes, options.outstanding, options.fib_prefixes,
               options.cs_entries, report.pages);
    fmt::print("{:.3f} million exchanges a second ({:.3f} to {:.3f}), {:.1f} ns each\n", rate.median / 1e6,
               rate.min / 1e6, rate.max / 1e6, 1e9 / rate.median);
    fmt::print("{:.3f} million with the feeder, which takes {:.1f} ns each\n", with_feed.median / 1e6,
               feed.median);
    fmt::print(
        "{} in all, {} from the store, {} packets compared, {} lost, {} duplicated, {} altered; {} "
        "buffers lost\n",
        report.completed, report.from_store, report.sampled, report.lost, report.duplicated, report.altered,
        report.buffers_lost);
    for (const auto& [reason, count] : report.router.drops) {
      fmt::print("dropped {}: {}\n", reason, count);
    }
    print_elements(report);
    print_lines(report.lines);
    return;
  }
  Json dropped = Json::object();
  for (const auto& [reason, count] : report.router.drops) {
    dropped[reason] = count;
  }
  Json json{{"options", options_of(options)},
            {"exchanges", exchanges},
            {"exchanges_per_s", rate.median},
            {"min", rate.min},
            {"max", rate.max},
            {"ns_per_exchange", 1e9 / rate.median},
            {"feed_ns", feed.median},
            {"exchanges_per_s_with_feed", with_feed.median},
            {"interest_bytes", report.interest_bytes},
            {"data_bytes", report.data_bytes},
            {"pages", report.pages},
            {"forwarded", {{"interests", report.router.out_interests}, {"data", report.router.out_data}}},
            {"dropped", dropped},
            {"route_changes_per_s", report.route_changes_per_s},
            {"from_store", report.from_store},
            {"completed", report.completed},
            {"compared", report.sampled},
            {"withheld", report.withheld},
            {"lost", report.lost},
            {"duplicated", report.duplicated},
            {"altered", report.altered},
            {"buffers_lost", report.buffers_lost}};
  add_elements(json, report);
  add_lines(json, report.lines);
  fmt::print("{}\n", json.dump(2));
}

}  // namespace augustus::bench
