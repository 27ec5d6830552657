// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "main/errors.hh"
#include "main/run/router_process.hh"
#include "main/subcommands.hh"
#include "manage/config.hh"

namespace augustus {

void register_run(CLI::App& app, int& exit_code) {
  auto* run = app.add_subcommand("run", "Run the router until SIGINT or SIGTERM");
  auto path = std::make_shared<std::string>();
  run->add_option("--config", *path, "TOML configuration file (default: built-in defaults)");
  run->callback([&exit_code, path] {
    const auto config = path->empty() ? manage::Config{} : manage::read_config(*path);
    RouterProcess process(config);
    exit_code = process.run();
  });
}

}  // namespace augustus
