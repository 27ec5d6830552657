// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "main/subcommands.hh"

namespace augustus {
namespace {

using Json = nlohmann::ordered_json;

Json describe_option(const CLI::Option& option) {
  Json names = Json::array();
  for (const std::string& name : option.get_snames()) {
    names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    names.push_back("--" + name);
  }
  return {{"names", names},
          {"positional", option.get_positional() ? option.get_name(true) : ""},
          {"value", option.get_items_expected_max() == 0 ? "" : option.get_type_name()},
          {"help", option.get_description()},
          {"required", option.get_required()}};
}

Json describe(const CLI::App& app) {
  Json options = Json::array();
  for (const CLI::Option* option : app.get_options()) {
    options.push_back(describe_option(*option));
  }
  Json commands = Json::array();
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (!command->get_group().empty()) {
      commands.push_back(describe(*command));
    }
  }
  return {{"name", app.get_name()},
          {"help", app.get_description()},
          {"footer", app.get_footer()},
          {"options", options},
          {"commands", commands}};
}

}  // namespace

void register_describe(CLI::App& app, int&) {
  auto* command = app.add_subcommand("describe", "Print all subcommands and options as JSON");
  // For the programs that make manual pages and completions, not for people.
  command->group("");
  command->callback([&app] { std::cout << describe(app).dump(1) << '\n'; });
}

}  // namespace augustus
