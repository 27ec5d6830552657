// SPDX-License-Identifier: Apache-2.0
#include "forward/strategy_id.hh"
#include "manage/config_sections.hh"

namespace augustus::manage {
namespace {

StaticRoute read_route(ConfigTable& table) {
  StaticRoute route;
  table.require("prefix", "expected the name prefix of the route");
  table.get("prefix", route.prefix);
  route.face_uri = get_face_uri(table, "face");
  table.get("cost", route.cost);
  return route;
}

StrategyChoiceLine read_strategy(ConfigTable& table) {
  StrategyChoiceLine line;
  table.require("prefix", "expected the name prefix that the strategy is for");
  table.get("prefix", line.prefix);
  constexpr std::string_view expected = "expected a strategy such as \"/localhost/nfd/strategy/best-route\"";
  table.require("strategy", expected);
  table.get("strategy", line.strategy);
  if (const auto parsed = forward::parse_strategy(line.strategy); !parsed.program) {
    table.fail("strategy", std::string(expected) + ": " + parsed.problem);
  }
  return line;
}

}  // namespace

void read_forwarding(ConfigTable& file, Config& config) {
  file.each("routes", [&config](ConfigTable& table) { config.routes.push_back(read_route(table)); });
  file.each("strategies",
            [&config](ConfigTable& table) { config.strategies.push_back(read_strategy(table)); });
  file.in("regions", [&config](ConfigTable& table) { table.get("names", config.router.network_regions); });
}

}  // namespace augustus::manage
