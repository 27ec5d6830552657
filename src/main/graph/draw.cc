// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "element/element_classes.hh"
#include "element/language/dot_graph.hh"
#include "main/errors.hh"
#include "main/graph/graph_commands.hh"
#include "main/graph/read_graph.hh"
#include "main/read_file.hh"
#include "main/run_program.hh"

namespace augustus {
namespace {

constexpr auto formats = {"svg", "png", "pdf", "dot"};

struct DrawOptions {
  std::string file;
  std::string output;
  std::string format;
};

/// As asked for, else what the output's name ends in.
std::string format_of(const DrawOptions& options) {
  if (!options.format.empty() || options.output.empty()) {
    return options.format.empty() ? "svg" : options.format;
  }
  const auto suffix = std::filesystem::path(options.output).extension().string();
  for (const char* format : formats) {
    if (suffix == std::string(".") + format) {
      return format;
    }
  }
  throw UsageError(options.output +
                   ": ends in none of .svg, .png, .pdf and .dot; --format says which it is to be");
}

void draw(const DrawOptions& options) {
  std::string picture = element::dot_graph(read_graph(options.file), element::element_classes());
  if (const std::string format = format_of(options); format != "dot") {
    const auto drawn = output_of({"dot", "-T" + format}, picture);
    if (!drawn) {
      throw std::runtime_error(
          "the program dot failed or is not there (Debian package graphviz); --format dot needs none");
    }
    picture = *drawn;
  }
  if (options.output.empty()) {
    std::cout << picture << std::flush;
  } else {
    write_file(options.output, picture);
  }
}

}  // namespace

void register_graph_draw(CLI::App& graph) {
  auto* command = graph.add_subcommand("draw", "Draw the graph that a file describes");
  auto options = std::make_shared<DrawOptions>();
  command->add_option("file", options->file, "The file in Click's language")->required()->type_name("FILE");
  command->add_option("-o,--output", options->output, "Where to write the picture (default: standard output)")
      ->type_name("FILE");
  command
      ->add_option("--format", options->format,
                   "svg, png, pdf, or dot for Graphviz's own language (default: what the output's name ends "
                   "in, else svg)")
      ->check(CLI::IsMember(std::vector<std::string>(formats.begin(), formats.end())))
      ->type_name("FORMAT");
  command->callback([options] { draw(*options); });
}

}  // namespace augustus
