// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "main/control/command.hh"
#include "main/control/datasets.hh"
#include "main/control/present.hh"
#include "main/control/text_table.hh"
#include "main/control/verb.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

using namespace control;
using Kind = Argument::Kind;

void list_levels(Session& session, const Arguments&) {
  const auto levels = fetch_log_levels(session.client);
  if (session.json) {
    Json json = Json::object();
    for (const auto& [module, level] : levels) {
      json[module] = level;
    }
    session.out << json.dump(2) << '\n';
    return;
  }
  TextTable table({{"MODULE"}, {"LEVEL"}});
  for (const auto& [module, level] : levels) {
    table.add({module, level});
  }
  table.print(session.out);
}

void set_level(Session& session, const Arguments& arguments) {
  manage::ControlParameters parameters;
  wire::Name name;
  for (const char* part : {"module", "level"}) {
    name.append(*arguments.text(part));
  }
  parameters.name = name;
  print_result(session, "log-level-set", command(session, "augustus-router", "log-level", parameters));
}

}  // namespace

void register_log(CLI::App& app, int&) {
  add_noun(app, "log", "Show and set the log levels of a running router",
           {{"list", "List the modules and their levels", {}, list_levels},
            {"set",
             "Set a level, until the router ends or its configuration is read again",
             {{"module", "MODULE", "The module, or all", Kind::by_place, true},
              {"level", "LEVEL", "trace, debug, info, warn, error, critical or off", Kind::by_place, true}},
             set_level}});
}

}  // namespace augustus
