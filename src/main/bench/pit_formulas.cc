// SPDX-License-Identifier: Apache-2.0
#include "main/bench/pit_formulas.hh"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "model/pit_model.hh"

namespace augustus::bench {
namespace {

using Json = nlohmann::ordered_json;
namespace pit = model::pit;

constexpr double gigabit = 1e9;
constexpr double wires[] = {10 * gigabit, 40 * gigabit, 100 * gigabit};

Json sizing() {
  Json rows = Json::array();
  for (const double wire : wires) {
    const double balanced = pit::packet_rates(wire, 0.5).interests;
    const double worst = pit::packet_rates(wire, 1).interests;
    rows.push_back({{"gbps", wire / gigabit},
                    {"flow_balance", pit::entries(balanced, pit::round_trip_seconds)},
                    {"worst_500ms", pit::entries(worst, 0.5)},
                    {"worst_1s", pit::entries(worst, 1)}});
  }
  return rows;
}

Json memory() {
  Json rows = Json::array();
  for (const double entries : {62e3, 252e3, 8e6, 30e6}) {
    for (const double name_bytes : {20., 50.}) {
      rows.push_back({{"entries", entries},
                      {"name_bytes", name_bytes},
                      {"cbf", pit::cbf_bytes(entries)},
                      {"lht", pit::lht_bytes(entries, name_bytes)},
                      {"dht", pit::dht_bytes(entries, name_bytes)}});
    }
  }
  return rows;
}

struct OperationTime {
  const char* name;
  double seconds;  ///< of an operation
};

/// The worst case at 10 Gbps, as table II has it.
constexpr double worst_entries = 8e6;

/// Structures in the memories that the figures have them in.
std::vector<OperationTime> lines() {
  using namespace pit;
  return {{"lht DRAM", lht_accesses(lht_load_factor_of_table2) * dram_s},
          {"lht DRAM worst", lht_accesses_worst(worst_entries) * dram_s},
          {"lht RLDRAM", lht_accesses(lht_load_factor_of_table2) * rldram_s},
          {"dht DRAM", dht_accesses() * dram_s},
          {"dhtp DRAM", dhtp_accesses * dram_s},
          {"dhtp RLDRAM", dhtp_accesses * rldram_s},
          {"cbf RLDRAM", cbf_accesses() * rldram_s},
          {"cbf SRAM", cbf_accesses() * sram_s},
          {"enpt RLDRAM+DRAM", enpt_seconds(enpt_components_of_table2, rldram_s, dram_s)},
          {"enpt RLDRAM+DRAM worst", enpt_seconds(enpt_components_max, rldram_s, dram_s)},
          {"enpt RLDRAM+RLDRAM", enpt_seconds(enpt_components_of_table2, rldram_s, rldram_s)},
          {"enpt SRAM+DRAM", enpt_seconds(enpt_components_of_table2, sram_s, dram_s)}};
}

Json operations() {
  Json rows = Json::object();
  for (const OperationTime& line : lines()) {
    Json sustained = Json::object();
    for (const double wire : wires) {
      sustained[fmt::format("{:.0f}", wire / gigabit)] = pit::load_sustained(1 / line.seconds, wire);
    }
    rows[line.name] = {{"per_s", 1 / line.seconds}, {"load_sustained", sustained}};
  }
  return rows;
}

Json packet_rates() {
  Json rows = Json::array();
  for (const double wire : wires) {
    for (unsigned percent = 50; percent <= 100; percent += 5) {
      const pit::PacketRates rates = pit::packet_rates(wire, percent / 100.0);
      rows.push_back({{"gbps", wire / gigabit}, {"load", percent / 100.0}, {"per_s", rates.packets()}});
    }
  }
  return rows;
}

Json line_cards() {
  const pit::PacketRates rates = pit::packet_rates(wires[0], 0.5);
  Json cards = Json::array();
  for (const double count : {1., 2., 4., 8., 10., 16., 32., 64., 100., 256., 1000.}) {
    cards.push_back({{"cards", count},
                     {"input-only", pit::input_only_rate(rates, count)},
                     {"input-output", pit::input_output_rate(rates)},
                     {"output-only", pit::single_lookup_rate(rates)},
                     {"third-party", pit::single_lookup_rate(rates)}});
  }
  Json limits = Json::object();
  for (const OperationTime& line : lines()) {
    limits[line.name] = pit::input_only_cards(1 / line.seconds, rates);
  }
  return {{"rates", cards}, {"input_only_limits", limits}};
}

}  // namespace

void print_pit_formulas() {
  const Json json{{"sizing", sizing()},
                  {"memory", memory()},
                  {"operations", operations()},
                  {"packet_rates", packet_rates()},
                  {"line_cards", line_cards()}};
  fmt::print("{}\n", json.dump(2));
}

}  // namespace augustus::bench
