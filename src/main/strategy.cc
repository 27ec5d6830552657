// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <ostream>
#include <stdexcept>

#include "main/control/command.hh"
#include "main/control/present.hh"
#include "main/control/verb.hh"
#include "main/control/views.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

using namespace control;
using Kind = Argument::Kind;

void list_strategies(Session& session, const Arguments&) {
  const auto choices = fetch_strategies(session.client);
  if (session.json) {
    session.out << to_json(choices).dump(2) << '\n';
  } else {
    print_strategies(session.out, choices);
  }
}

/// The choice that holds for a name: that of its longest prefix.
void show_strategy(Session& session, const Arguments& arguments) {
  const wire::Name name = *arguments.prefix("prefix");
  std::optional<manage::StrategyStatus> effective;
  for (const manage::StrategyStatus& choice : fetch_strategies(session.client)) {
    if (choice.prefix.is_prefix_of(name) &&
        (!effective || choice.prefix.size() >= effective->prefix.size())) {
      effective = choice;
    }
  }
  if (!effective) {
    throw std::runtime_error(fmt::format("no strategy is chosen for {}", name.uri()));
  }
  if (session.json) {
    session.out << to_json(*effective).dump(2) << '\n';
  } else {
    print_strategies(session.out, {*effective});
  }
}

void set_strategy(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters;
  parameters.name = arguments.prefix("prefix");
  parameters.strategy = arguments.prefix("strategy");
  print_result(session, "strategy-set", command(session, "strategy-choice", "set", parameters));
}

void unset_strategy(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters;
  parameters.name = arguments.prefix("prefix");
  print_result(session, "strategy-unset", command(session, "strategy-choice", "unset", parameters));
}

}  // namespace

void register_strategy(CLI::App& app, int&) {
  const Argument prefix{"prefix", "PREFIX", "Name prefix", Kind::by_place, true};
  add_noun(
      app, "strategy", "List and choose forwarding strategies",
      {{"list", "List the choices", {}, list_strategies},
       {"show", "Show the strategy that holds for a name", {prefix}, show_strategy},
       {"set",
        "Choose the strategy of a prefix",
        {prefix, {"strategy", "STRATEGY", "Such as /localhost/nfd/strategy/multicast", Kind::by_place, true}},
        set_strategy},
       {"unset", "Withdraw the choice for a prefix", {prefix}, unset_strategy}});
}

}  // namespace augustus
