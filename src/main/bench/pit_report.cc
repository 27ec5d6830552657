// SPDX-License-Identifier: Apache-2.0
#include "main/bench/pit_report.hh"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "main/bench/spread.hh"
#include "model/pit_model.hh"

namespace augustus::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr double wire = 10e9;

double wire_rate(const PitOptions& options) {
  return model::pit::packet_rates(wire, options.load).packets();
}

Json options_of(const PitOptions& options) {
  return {{"entries", options.entries},       {"load", options.load},   {"name_bytes", options.name_bytes},
          {"components", options.components}, {"burst", options.burst}, {"packets", options.packets},
          {"seconds", options.seconds},       {"runs", options.runs}};
}

Json times_of(const PitTimes& times) {
  return {{"p50", times.median}, {"p99", times.p99}, {"p99_99", times.p9999}, {"longest", times.longest}};
}

Json measured_of(const PitOptions& options, const PitReport& report) {
  const Spread rate = spread_of(report.runs, [](const PitRun& run) { return run.packets_per_s(); });
  const PitOutcomes& met = report.outcomes;
  return {{"packets_per_s", rate.median},
          {"min", rate.min},
          {"max", rate.max},
          {"ns_per_packet", 1e9 / rate.median},
          {"cores_for_10_gbps", std::ceil(wire_rate(options) / rate.median)},
          {"resident_bytes", report.resident_bytes},
          {"pending", report.pending},
          {"size", report.size},
          {"outcomes",
           {{"interests", met.interests},
            {"data", met.data},
            {"refused", met.refused},
            {"mistaken", met.mistaken},
            {"unmatched", met.unmatched}}}};
}

Json to_json(const PitOptions& options, const PitReport& report) {
  Json json{{"structure", report.structure},
            {"memory_bytes", report.memory_bytes},
            {"bytes_per_entry", static_cast<double>(report.memory_bytes) / report.entries}};
  if (!report.runs.empty()) {
    json["traits"] = {{"timers", report.traits.timers},
                      {"loop_detection", report.traits.loop_detection},
                      {"false_positives", report.traits.false_positives},
                      {"faces", report.traits.faces},
                      {"full_protocol", report.traits.full_protocol}};
    json.update(measured_of(options, report));
  }
  if (report.formula_bytes != 0) {
    json["formula_bytes"] = report.formula_bytes;
  }
  if (report.accesses.entries != 0) {
    json["accesses"] = {{"entries", report.accesses.entries},
                        {"interest", report.accesses.interest},
                        {"interest_most", report.accesses.interest_most},
                        {"data", report.accesses.data},
                        {"data_most", report.accesses.data_most}};
  }
  if (report.operations != 0) {
    json["operation_ns"] = times_of(report.times);
    json["operation_ns"]["operations"] = report.operations;
    json["clock_ns"] = times_of(report.clock);
  }
  return json;
}

void print_times(const char* what, const PitTimes& times) {
  fmt::print("    {}: {:.0f} ns median, {:.0f} p99, {:.0f} p99.99, {:.0f} longest\n", what, times.median,
             times.p99, times.p9999, times.longest);
}

void print_text(const PitOptions& options, const PitReport& report) {
  const Spread rate = spread_of(report.runs, [](const PitRun& run) { return run.packets_per_s(); });
  fmt::print("{:10} ", report.structure);
  if (!report.runs.empty()) {
    fmt::print("{:7.2f} million packets/s ({:.2f} to {:.2f}), {:.0f} ns each, {:.0f} core(s) for 10 Gbps; ",
               rate.median / 1e6, rate.min / 1e6, rate.max / 1e6, 1e9 / rate.median,
               std::ceil(wire_rate(options) / rate.median));
  }
  fmt::print("{:.1f} bytes an entry", static_cast<double>(report.memory_bytes) / report.entries);
  if (report.formula_bytes != 0) {
    fmt::print(" (the paper's formula: {:.1f})", report.formula_bytes / report.entries);
  }
  fmt::print("\n");
  if (report.accesses.entries != 0) {
    fmt::print("    accesses of {} entries: Interest {:.2f} (most {}), Data {:.2f} (most {})\n",
               report.accesses.entries, report.accesses.interest, report.accesses.interest_most,
               report.accesses.data, report.accesses.data_most);
  }
  if (report.operations != 0) {
    print_times("one operation", report.times);
    print_times("the clock alone", report.clock);
  }
  const PitOutcomes& met = report.outcomes;
  if (met.refused + met.mistaken + met.unmatched != 0) {
    fmt::print("    of {} Interests {} refused, {} taken for pending ones; of {} Data {} unmatched\n",
               met.interests, met.refused, met.mistaken, met.data, met.unmatched);
  }
}

}  // namespace

bool PitReport::good() const {
  return traits.false_positives || (outcomes.mistaken == 0 && outcomes.unmatched <= outcomes.refused);
}

void print(const PitOptions& options, const std::vector<PitReport>& reports) {
  if (options.json) {
    Json structures = Json::array();
    for (const PitReport& report : reports) {
      structures.push_back(to_json(options, report));
    }
    const Json json{{"options", options_of(options)},
                    {"packets_per_s_at_10_gbps", wire_rate(options)},
                    {"structures", structures}};
    fmt::print("{}\n", json.dump(2));
    return;
  }
  fmt::print(
      "{} entries, load {:.0f} %, names of {} bytes in {} components, bursts of {}; 10 Gbps are {:.2f} "
      "million "
      "packets/s\n",
      options.entries, 100 * options.load, options.name_bytes, options.components, options.burst,
      wire_rate(options) / 1e6);
  for (const PitReport& report : reports) {
    print_text(options, report);
  }
}

}  // namespace augustus::bench
