// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/client/control.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"
#include "manage/router_module.hh"

namespace augustus {
namespace {

struct ReloadOptions {
  std::string router;
  bool dry_run = false;
  bool json = false;
};

nlohmann::json json_of(const manage::ControlResponse& response) {
  std::istringstream text(response.text);
  std::string line;
  std::getline(text, line);
  nlohmann::json json{{"code", response.code}, {"summary", line}, {"lines", nlohmann::json::array()}};
  while (std::getline(text, line)) {
    json["lines"].push_back(line);
  }
  return json;
}

int reload(const ReloadOptions& options) {
  client::Client client(client::choose_endpoint(options.router));
  manage::ControlParameters parameters;
  parameters.mask = manage::RouterModule::flag_dry_run;
  parameters.flags = options.dry_run ? manage::RouterModule::flag_dry_run : 0;
  const auto response = client::send_command(client, "augustus-router", "reload", parameters);
  const bool done = client::succeeded(response);
  if (options.json) {
    std::cout << json_of(response).dump(2) << '\n';
  } else {
    (done ? std::cout : std::cerr) << response.text << '\n';
  }
  return done ? exit_ok : exit_failure;
}

}  // namespace

void register_reload(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("reload", "Have a running router read its configuration file again");
  auto options = std::make_shared<ReloadOptions>();
  command->add_flag("--dry-run", options->dry_run, "Only show what would change, and what cannot");
  command->add_flag("--json", options->json, "Print JSON");
  client::add_router_option(*command, options->router);
  command->callback([options, &exit_code] { exit_code = reload(*options); });
}

}  // namespace augustus
