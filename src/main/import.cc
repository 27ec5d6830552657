// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "main/errors.hh"
#include "main/import/nfd_config.hh"
#include "main/read_file.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

struct ImportOptions {
  std::string file;
  std::string output;
};

void import_file(const ImportOptions& options) {
  const auto imported = nfd_import::import_nfd_config(read_file(options.file), options.file);
  if (options.output.empty()) {
    std::cout << imported.text << std::flush;
  } else {
    write_file(options.output, imported.text);
  }
  if (imported.missing != 0) {
    std::cerr << fmt::format(
        "{}: {} could not be taken over: see the comments that begin \"Not taken over\"\n", options.file,
        imported.missing == 1 ? "1 thing" : fmt::format("{} things", imported.missing));
  }
}

}  // namespace

void register_import(CLI::App& app, int&) {
  auto* command =
      app.add_subcommand("import", "Translate a configuration of NFD (nfd.conf) into one of this router");
  auto options = std::make_shared<ImportOptions>();
  command->add_option("file", options->file, "The configuration of NFD")->required()->type_name("FILE");
  command->add_option("-o,--output", options->output, "Where to write it (default: standard output)")
      ->type_name("FILE");
  command->callback([options] { import_file(*options); });
}

}  // namespace augustus
