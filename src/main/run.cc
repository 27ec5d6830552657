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
  auto file = std::make_shared<std::string>();
  run->add_option("--config", *file, "Configuration file (default: what etc/augustus.toml holds)")
      ->type_name("FILE");
  run->callback([file, &exit_code] {
    const manage::Config config = file->empty() ? manage::Config{} : manage::read_config(*file);
    RouterProcess process(config);
    exit_code = process.run();
  });
}

}  // namespace augustus
