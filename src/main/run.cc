// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "main/errors.hh"
#include "main/run/router_process.hh"
#include "main/subcommands.hh"
#include "manage/config.hh"

namespace augustus {

void register_run(CLI::App& app, int& exit_code) {
  auto* run = app.add_subcommand("run", "Run the router until SIGINT or SIGTERM");
  run->callback([&exit_code] {
    const manage::Config config;
    RouterProcess process(config);
    exit_code = process.run();
  });
}

}  // namespace augustus
