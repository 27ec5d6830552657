// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/client/control.hh"
#include "main/graph/graph_commands.hh"

namespace augustus {
namespace {

struct HandlerOptions {
  std::string router;
  std::string handler;
  std::string value;
  std::string file;
};

manage::ControlParameters command(const HandlerOptions& options, std::string_view verb,
                                  const manage::ControlParameters& parameters) {
  client::Client client(client::choose_endpoint(options.router));
  const auto response = client::send_command(client, "augustus-graph", verb, parameters);
  if (!client::succeeded(response)) {
    throw std::runtime_error(fmt::format("{} {}", response.code, response.text));
  }
  return response.body.value_or(manage::ControlParameters{});
}

void read(const HandlerOptions& options) {
  manage::ControlParameters parameters;
  parameters.name = wire::Name().append(options.handler);
  fmt::print("{}\n", command(options, "read", parameters).count.value_or(0));
}

void write(const HandlerOptions& options) {
  manage::ControlParameters parameters;
  parameters.name = wire::Name().append(options.handler).append(options.value);
  command(options, "write", parameters);
}

void replace(const HandlerOptions& options) {
  manage::ControlParameters parameters;
  parameters.uri = std::filesystem::absolute(options.file).string();
  command(options, "replace", parameters);
}

CLI::App* add(CLI::App& graph, const char* name, const char* help, std::shared_ptr<HandlerOptions> options) {
  auto* made = graph.add_subcommand(name, help);
  client::add_router_option(*made, options->router);
  return made;
}

}  // namespace

void register_graph_handlers(CLI::App& graph) {
  auto options = std::make_shared<HandlerOptions>();
  constexpr const char* handler_help = "The element's name and its handler: counter1.count";
  auto* reading = add(graph, "read", "Print what a handler of a running router's graph says", options);
  reading->add_option("handler", options->handler, handler_help)->required()->type_name("ELEMENT.HANDLER");
  reading->callback([options] { read(*options); });
  auto* writing = add(graph, "write", "Set what a handler of a running router's graph takes", options);
  writing->add_option("handler", options->handler, handler_help)->required()->type_name("ELEMENT.HANDLER");
  writing->add_option("value", options->value, "What it is to be; where it takes none, anything")
      ->required()
      ->type_name("VALUE");
  writing->callback([options] { write(*options); });
  auto* replacing =
      add(graph, "replace", "Have a running router go over to another graph; no packet is lost", options);
  replacing->add_option("file", options->file, "The file, in the router's folder [run] files, or the one that it began with")
      ->required()
      ->type_name("FILE");
  replacing->callback([options] { replace(*options); });
}

}  // namespace augustus
