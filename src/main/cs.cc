// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <ostream>
#include <stdexcept>
#include <thread>

#include "main/control/command.hh"
#include "main/control/present.hh"
#include "main/control/verb.hh"
#include "main/control/views.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

using namespace control;
using Kind = Argument::Kind;

void show_cs(Session& session, const Arguments&) {
  const manage::CsInfo info = fetch_cs(session.client);
  const auto tiers = fetch_tiers(session.client);
  if (session.json) {
    Json json = to_json(info);
    json["tiers"] = to_json(tiers);
    session.out << json.dump(2) << '\n';
    return;
  }
  print_cs(session.out, info);
  for (const auto& tier : tiers) {
    session.out << tier.name.uri().substr(1) << ":\n";
    print_tier(session.out, tier, "  ");
  }
}

void configure_cs(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters;
  parameters.capacity = arguments.number("capacity");
  if (const auto tier = arguments.text("tier")) {
    parameters.name = wire::Name{}.append(*tier);
  }
  for (const auto& [name, bit] :
       {std::pair{"admit", manage::cs_flag_admit}, {"serve", manage::cs_flag_serve}}) {
    if (const auto on = arguments.on_off(name)) {
      parameters.mask = parameters.mask.value_or(0) | bit;
      parameters.flags = parameters.flags.value_or(0) | (*on ? bit : 0);
    }
  }
  auto result = command(session, "cs", "config", parameters);
  const std::string tier = result.name ? result.name->uri().substr(1) + "-" : "";
  result.name.reset();
  print_result(session, "cs-" + tier + "config-updated", result, cs_flag_words);
}

/// Erases in as many commands as the router needs for it: it sets Capacity while more remains.
void erase_cs(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters;
  parameters.name = arguments.prefix("prefix");
  parameters.count = arguments.number("count");
  manage::ControlParameters result;
  std::uint64_t erased = 0;
  do {
    result = command(session, "cs", "erase", parameters);
    erased += result.count.value_or(0);
    if (parameters.count) {
      *parameters.count -= std::min(*parameters.count, result.count.value_or(0));
    }
  } while (result.capacity && result.count.value_or(0) > 0 && parameters.count != std::uint64_t{0});
  result.name = parameters.name;
  result.count = erased;
  result.capacity.reset();
  print_result(session, "cs-erased", result);
}

/// The SSD tier; throws std::runtime_error when there is none.
manage::TierStatus fetch_ssd(Session& session) {
  for (const auto& tier : fetch_tiers(session.client)) {
    if (tier.name == wire::Name::literal(manage::tier_ssd)) {
      return tier;
    }
  }
  throw std::runtime_error("there is no SSD");
}

/// Waits until the router has checked everything, and fails if something was damaged.
void verify_cs(Session& session, const Arguments&) {
  // Answers to datasets are good for a second.
  constexpr std::chrono::milliseconds pause{1100};
  command(session, "cs", "verify", {});
  std::this_thread::sleep_for(pause);
  manage::TierStatus tier = fetch_ssd(session);
  while (tier.verifying != 0) {
    std::this_thread::sleep_for(pause);
    tier = fetch_ssd(session);
  }
  if (session.json) {
    session.out << Json{{"extents", tier.verified}, {"damaged", tier.found_damaged}}.dump(2) << '\n';
  } else {
    session.out << "verified extents=" << tier.verified << " damaged=" << tier.found_damaged << '\n';
  }
  if (tier.found_damaged != 0) {
    throw std::runtime_error("what was damaged has been dropped");
  }
}

}  // namespace

void register_cs(CLI::App& app, int&) {
  add_noun(
      app, "cs", "Show, configure and erase the Content Store",
      {{"info", "Show what it holds", {}, show_cs},
       {"config",
        "Change its settings",
        {{"tier", "dram|ssd",
          "The tier that is meant (default: dram, and admit and serve for the whole store)"},
         {"capacity", "PACKETS", "How many Data it may hold"},
         {"admit", "on|off", "Whether new Data is stored"},
         {"serve", "on|off", "Whether stored Data is served"}},
        configure_cs},
       {"verify", "Read all that is on the SSDs and check it; what is damaged is dropped", {}, verify_cs},
       {"erase",
        "Erase Data below a prefix, in memory and on the SSDs",
        {{"prefix", "PREFIX", "Name prefix", Kind::by_place, true}, {"count", "COUNT", "At most so many"}},
        erase_cs}});
}

}  // namespace augustus
