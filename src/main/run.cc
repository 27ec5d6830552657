// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "main/errors.hh"
#include "main/run/privileges.hh"
#include "main/run/router_graph.hh"
#include "main/run/router_process.hh"
#include "main/run/thread_placement.hh"
#include "main/run/trial.hh"
#include "main/subcommands.hh"
#include "manage/config.hh"
#include "manage/security/authenticator.hh"

namespace augustus {
namespace {

struct RunOptions {
  std::string file;
  std::string graph;
  bool check = false;
  bool explain_placement = false;
  std::string topology;
};

int run_router(manage::Config config) {
  std::optional<RouterGraph> graph;
  if (!config.graph.empty()) {
    config.router.engine = graph.emplace(config).factory();
  }
  const auto plan = plan_threads(config);
  apply_plan(plan, config);
  RouterProcess process(config, graph ? &*graph : nullptr);
  // Threads take over the mask of the one that makes them: this one is last.
  pin_this_thread(plan.management_cpu);
  return process.run();
}

/// Throws what is wrong, also in the files that the configuration names, and with what it asks of this machine.
void check(const manage::Config& config) {
  try {
    manage::Authenticator certificates_can_be_read(config.management);
    plan_threads(config);
    find_account(config.user, config.group);
    if (!config.graph.empty()) {
      RouterGraph can_be_made(config);
    }
    if (const auto objections = try_out(config); !objections.empty()) {
      throw UsageError(fmt::format("{}", fmt::join(objections, "\n")));
    }
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
  fmt::print("{}: this is a configuration that the router can start with\n",
             config.file.empty() ? "no file" : config.file);
}

}  // namespace

void register_run(CLI::App& app, int& exit_code) {
  auto* run = app.add_subcommand("run", "Run the router until SIGINT or SIGTERM");
  auto options = std::make_shared<RunOptions>();
  run->add_option("--config", options->file, "Configuration file (default: what etc/augustus.toml holds)")
      ->type_name("FILE");
  run->add_option("--graph", options->graph,
                  "Forward by the graph of elements that this file describes (docs/graph-language.md)")
      ->type_name("FILE");
  run->add_flag("--check", options->check, "Say whether a router could start with the configuration here and now, and exit: its sockets, "
                "devices and store are tried, nothing is changed");
  auto* explain = run->add_flag("--explain-placement", options->explain_placement,
                                "Show which CPU each thread would get, and why, and exit");
  run->add_option("--topology", options->topology,
                  "Explain for the machine recorded in this XML file of hwloc (lstopo FILE.xml)")
      ->type_name("FILE")
      ->needs(explain);
  run->callback([options, &exit_code] {
    manage::Config config = options->file.empty() ? manage::Config{} : manage::read_config(options->file);
    config.graph = options->graph.empty() ? config.graph : options->graph;
    if (options->check) {
      check(config);
      exit_code = exit_ok;
      return;
    }
    if (options->explain_placement) {
      fmt::print("{}", explain_placement(config, options->topology));
      exit_code = exit_ok;
      return;
    }
    exit_code = run_router(std::move(config));
  });
}

}  // namespace augustus
