// SPDX-License-Identifier: Apache-2.0
#include "main/control/verb.hh"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "main/client/arguments.hh"

namespace augustus::control {
namespace {

/// What the command line said about one noun.
struct Call {
  std::string router;
  bool json = false;
  std::vector<std::string> words;
  std::map<std::string, std::string> options;
};

void add_common(CLI::App& command, const std::shared_ptr<Call>& call) {
  command.add_flag("--json", call->json, "Print JSON");
  client::add_router_option(command, call->router);
}

void run(const Verb& verb, const Call& call) {
  const Arguments arguments(verb.arguments, call.words, call.options);
  client::Client client(client::choose_endpoint(call.router));
  Session session{client, std::cout, call.json};
  verb.run(session, arguments);
  std::cout.flush();
}

void add_argument(CLI::App& command, const Argument& argument, const std::shared_ptr<Call>& call) {
  const std::string option = "--" + argument.name;
  const auto store = [call, name = argument.name](const std::string& value) { call->options[name] = value; };
  if (argument.kind == Argument::Kind::flag) {
    command.add_flag_callback(
        option, [store] { store(""); }, argument.help);
  } else {
    command.add_option_function<std::string>(option, store, argument.help)->type_name(argument.value);
  }
}

void add_verb(CLI::App& noun, const std::shared_ptr<const Verb>& verb, const std::shared_ptr<Call>& call) {
  CLI::App* command = noun.add_subcommand(verb->name, verb->help);
  add_common(*command, call);
  for (const Argument& argument : verb->arguments) {
    add_argument(*command, argument, call);
  }
  if (!verb->arguments.empty()) {
    command->add_option("words", call->words, "Arguments as in nfdc: " + syntax_of(verb->arguments))
        ->type_name("");
  }
  command->callback([verb, call] { run(*verb, *call); });
}

}  // namespace

void add_noun(CLI::App& app, const std::string& noun, const std::string& help, std::vector<Verb> verbs) {
  CLI::App* command = app.add_subcommand(noun, help);
  command->require_subcommand(0, 1);
  const auto call = std::make_shared<Call>();
  add_common(*command, call);
  const auto first = std::make_shared<const Verb>(verbs.front());
  for (Verb& verb : verbs) {
    add_verb(*command, std::make_shared<const Verb>(std::move(verb)), call);
  }
  command->footer("Without a subcommand: " + first->name);
  command->callback([command, first, call] {
    if (command->get_subcommands().empty()) {
      run(*first, *call);
    }
  });
}

}  // namespace augustus::control
