// SPDX-License-Identifier: Apache-2.0
#include "main/bench/pit_placement.hh"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "main/errors.hh"
#include "table/study/cbf.hh"
#include "table/study/dht.hh"
#include "table/study/placement/placement_study.hh"
#include "table/study/placement/simulated_cards.hh"
#include "table/study/placement/threaded_cards.hh"

namespace augustus::bench {
namespace {

using Json = nlohmann::ordered_json;
using namespace table::study;

struct PlacementOptions {
  std::vector<CardNumber> cards = {1, 2, 4, 8, 10, 16, 32, 64, 100, 256, 1000};
  std::uint32_t names = 4000;
  unsigned paths = 2;
  bool threads = false;
  bool json = false;
};

/// A thread a card: more are of no use on any machine.
constexpr CardNumber threads_max = 64;
/// Cards with which properties are looked for.
constexpr CardNumber property_cards = 8;

CardOptions card_options(Placement placement, CardNumber cards, const PlacementOptions& options) {
  return {.placement = placement,
          .cards = cards,
          .path_count = options.paths,
          .sizes = {.entries_max = 1024, .name_bytes_max = 8, .extra_faces_max = 1024}};
}

template <typename Cards>
PlacementResult run(CardOptions cards, Paths paths, const PlacementLoad& load) {
  cards.paths = paths;
  return PlacementStudy<Cards>(cards, load).run();
}

Json costs_of(CardNumber cards, const PlacementResult& result) {
  const auto packets = static_cast<double>(result.packets);
  return {{"cards", cards},
          {"lookups_per_packet", result.lookups_per_packet()},
          {"fib_lookups_per_interest",
           static_cast<double>(result.counts.fib_lookups) / static_cast<double>(result.requests)},
          {"transfers_per_packet", result.transfers_per_packet()},
          {"busiest_card_share", static_cast<double>(result.busiest_lookups) / packets * cards}};
}

/// How requests for the same name from two cards, Interests that come back, and several paths turn out.
template <typename Cards>
Json outcomes_of(const CardOptions& cards, std::uint32_t names) {
  Json json = Json::object();
  const auto share = [](std::uint64_t part, std::uint64_t of) {
    return static_cast<double>(part) / static_cast<double>(of);
  };
  for (const Paths paths : path_choices) {
    const PlacementResult two = run<Cards>(cards, paths, {.names = names, .requesters = 2});
    const PlacementResult looped = run<Cards>(cards, paths, {.names = names, .loops = true});
    const PlacementResult once = run<Cards>(cards, paths, {.names = names});
    json[to_string(paths)] = {
        {"interests_sent_per_name", share(two.sent, names)},
        {"loops_detected", share(looped.counts.loops, looped.looped)},
        {"duplicates_per_request", share(once.duplicates, once.requests)},
        {"unserved", share(once.unserved + two.unserved, once.requests + two.requests)}};
  }
  return json;
}

template <typename Cards>
Json placement_json(Placement placement, const char* table, const PlacementOptions& options) {
  const CardOptions some = card_options(placement, property_cards, options);
  const PlacementProperties kept = properties_of<Cards>(some, options.names);
  Json costs = Json::array();
  for (const CardNumber cards : options.cards) {
    costs.push_back(costs_of(
        cards, run<Cards>(card_options(placement, cards, options), Paths::single, {.names = options.names})));
  }
  return {{"placement", to_string(placement)},
          {"table", table},
          {"aggregation", kept.aggregation},
          {"loop_detection", kept.loop_detection},
          {"multipath", kept.multipath},
          {"paths", outcomes_of<Cards>(some, options.names)},
          {"costs", costs}};
}

/// The filter's false positives: Data sent on cards where nobody asked.
Json wasted_json(const PlacementOptions& options) {
  CardOptions cards = card_options(Placement::input_only, property_cards, options);
  const PlacementResult result =
      run<SimulatedCards<Cbf<>>>(cards, Paths::single, {.names = 25 * options.names, .requesters = 1});
  return {{"requests", result.requests},
          {"wasted", result.wasted},
          {"unserved", result.unserved},
          {"wasted_share", static_cast<double>(result.wasted) / static_cast<double>(result.requests)}};
}

void print_text(const Json& json) {
  for (const Json& row : json["placements"]) {
    fmt::print("{} ({}): aggregation {}, loop detection {}, multipath {}\n",
               row["placement"].get<std::string>(), row["table"].get<std::string>(),
               row["aggregation"].get<bool>(), row["loop_detection"].get<bool>(),
               row["multipath"].get<bool>());
    for (const Json& cost : row["costs"]) {
      fmt::print("  {:4} cards: {:.2f} PIT lookups and {:.2f} switching operations a packet\n",
                 cost["cards"].get<unsigned>(), cost["lookups_per_packet"].get<double>(),
                 cost["transfers_per_packet"].get<double>());
    }
  }
}

int run_all(const PlacementOptions& options) {
  if (options.threads && *std::max_element(options.cards.begin(), options.cards.end()) > threads_max) {
    throw UsageError("--threads: of " + std::to_string(threads_max) + " cards at most");
  }
  Json rows = Json::array();
  for (const Placement placement : placements) {
    rows.push_back(options.threads
                       ? placement_json<ThreadedCards<ParallelDht<>>>(placement, "dhtp", options)
                       : placement_json<SimulatedCards<ParallelDht<>>>(placement, "dhtp", options));
  }
  if (!options.threads) {
    rows.push_back(placement_json<SimulatedCards<Cbf<>>>(Placement::input_only, "cbf", options));
  }
  const Json json{
      {"options", {{"names", options.names}, {"paths", options.paths}, {"threads", options.threads}}},
      {"placements", rows},
      {"cbf_false_positives", wasted_json(options)}};
  if (options.json) {
    fmt::print("{}\n", json.dump(2));
  } else {
    print_text(json);
  }
  return exit_ok;
}

}  // namespace

void register_pit_placement(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<PlacementOptions>();
  auto* command = bench.add_subcommand("pit-placement",
                                       "PITs on the line cards of a router: what traffic through them shows");
  command->add_option("--cards", options->cards, "Line cards, one or several numbers")
      ->delimiter(',')
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  command->add_option("--names", options->names, "Names asked for in each run")
      ->check(CLI::Range(100u, 10'000'000u))
      ->capture_default_str();
  command->add_option("--paths", options->paths, "Of each name, where several are used")
      ->check(CLI::Range(1u, 16u))
      ->capture_default_str();
  command->add_flag("--threads", options->threads, "A thread for each card, instead of a simulation");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_code] { exit_code = run_all(*options); });
}

}  // namespace augustus::bench
