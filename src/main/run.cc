// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "main/subcommands.hh"
#include "worker/router_options.hh"

namespace augustus {

void register_run(CLI::App& app, int& exit_code) {
  auto* run = app.add_subcommand("run", "Run the router");
  auto config = std::make_shared<std::string>();
  run->add_option("--config", *config, "Configuration file");
  run->callback([&exit_code] {
    exit_code = 1;
    throw std::runtime_error("the data plane is not part of this build");
  });
}

}  // namespace augustus
