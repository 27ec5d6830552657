// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "element/language/print_graph.hh"
#include "main/graph/graph_commands.hh"
#include "main/graph/read_graph.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

struct CheckOptions {
  std::string file;
  bool print = false;
};

std::string count(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void check(const CheckOptions& options) {
  const element::GraphDescription graph = read_graph(options.file);
  if (options.print) {
    std::cout << element::print_graph(graph);
  } else {
    std::cout << fmt::format("{}: {}, {}\n", options.file, count(graph.elements.size(), "element"),
                             count(graph.connections.size(), "connection"));
  }
}

void register_graph_check(CLI::App& graph) {
  auto* command = graph.add_subcommand("check", "Check a file that describes a graph, as run --graph does");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("file", options->file, "The file in Click's language")->required()->type_name("FILE");
  command->add_flag("--print", options->print,
                    "Print the graph without shorthand, variables and compound elements");
  command->callback([options] { check(*options); });
}

}  // namespace

void register_graph(CLI::App& app, int&) {
  auto* command = app.add_subcommand("graph", "The modular router: files that describe graphs of elements");
  command->require_subcommand(1);
  register_graph_check(*command);
  register_graph_draw(*command);
  register_graph_elements(*command);
  register_graph_handlers(*command);
}

}  // namespace augustus
