// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <string>

#include "main/errors.hh"
#include "main/subcommands.hh"
#include "manage/config_error.hh"

namespace {

using namespace augustus;

using Register = void (*)(CLI::App&, int&);
constexpr Register subcommands[] = {
    register_run,        register_status, register_face,    register_route, register_strategy, register_cs,
    register_partition,  register_reload, register_log,     register_graph, register_import,   register_ping,
    register_pingserver, register_peek,   register_put,     register_get,   register_traffic,  register_trace,
    register_capture,    register_bench,  register_describe};

/// The chosen subcommand's full command ("augustus face create"), for messages.
std::string chosen_command(const CLI::App& app) {
  std::string command = app.get_name();
  for (const CLI::App* chosen = &app; !chosen->get_subcommands().empty();) {
    chosen = chosen->get_subcommands().front();
    command += ' ' + chosen->get_name();
  }
  return command;
}

int report(const std::string& command, const std::string& message, int exit_code) {
  std::cerr << command << ": " << message << '\n';
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app("A router that forwards by content name (Named Data Networking), and its tools.", "augustus");
  app.set_version_flag("--version", "augustus " AUGUSTUS_VERSION);
  app.require_subcommand(0, 1);
  int exit_code = exit_ok;
  for (const Register subcommand : subcommands) {
    subcommand(app, exit_code);
  }
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      throw UsageError("a subcommand is needed (see augustus --help)");
    }
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    const std::string command = chosen_command(app);
    return report(command, std::string(error.what()) + " (see " + command + " --help)", exit_usage);
  } catch (const UsageError& error) {
    return report(chosen_command(app), error.what(), exit_usage);
  } catch (const manage::ConfigError& error) {
    return report(chosen_command(app), error.what(), exit_usage);
  } catch (const std::exception& error) {
    return report(chosen_command(app), error.what(), exit_failure);
  }
  return exit_code;
}
