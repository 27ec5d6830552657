// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "main/client/client.hh"
#include "main/control/arguments.hh"

namespace CLI {
class App;
}

namespace augustus::control {

/// What a verb works with: the connection to the router, and where and how to print.
struct Session {
  client::Client& client;
  std::ostream& out;
  bool json = false;
};

/// One thing to do with a noun: `augustus face create`.
struct Verb {
  std::string name;
  std::string help;
  std::vector<Argument> arguments;
  std::function<void(Session&, const Arguments&)> run;  ///< throws what main reports
};

/// Adds the subcommand `noun` with its verbs; without a verb the first one runs. Each takes --json and
/// --router.
void add_noun(CLI::App& app, const std::string& noun, const std::string& help, std::vector<Verb> verbs);

}  // namespace augustus::control
