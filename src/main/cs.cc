// SPDX-License-Identifier: Apache-2.0
#include <ostream>

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
  if (session.json) {
    session.out << to_json(info).dump(2) << '\n';
  } else {
    print_cs(session.out, info);
  }
}

void configure_cs(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters;
  parameters.capacity = arguments.number("capacity");
  for (const auto& [name, bit] :
       {std::pair{"admit", manage::cs_flag_admit}, {"serve", manage::cs_flag_serve}}) {
    if (const auto on = arguments.on_off(name)) {
      parameters.mask = parameters.mask.value_or(0) | bit;
      parameters.flags = parameters.flags.value_or(0) | (*on ? bit : 0);
    }
  }
  print_result(session, "cs-config-updated", command(session, "cs", "config", parameters), cs_flag_words);
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

}  // namespace

void register_cs(CLI::App& app, int&) {
  add_noun(
      app, "cs", "Show, configure and erase the Content Store",
      {{"info", "Show what it holds", {}, show_cs},
       {"config",
        "Change its settings",
        {{"capacity", "PACKETS", "How many Data it may hold"},
         {"admit", "on|off", "Whether new Data is stored"},
         {"serve", "on|off", "Whether stored Data is served"}},
        configure_cs},
       {"erase",
        "Erase Data below a prefix",
        {{"prefix", "PREFIX", "Name prefix", Kind::by_place, true}, {"count", "COUNT", "At most so many"}},
        erase_cs}});
}

}  // namespace augustus
