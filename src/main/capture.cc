// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/client/output_file.hh"
#include "main/client/watch.hh"
#include "main/control/face_reference.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

struct CaptureOptions {
  std::string router;
  std::string file;
  std::string face;
  std::string prefix;
  std::optional<std::uint64_t> count;
  std::optional<std::uint64_t> bytes;
  std::optional<std::uint64_t> snap_bytes;
  std::optional<double> seconds;
};

manage::ControlParameters parameters_of(client::Client& client, const CaptureOptions& options) {
  manage::ControlParameters parameters;
  if (!options.face.empty()) {
    parameters.face_id = control::find_face(client, options.face);
    if (!parameters.face_id) {
      throw std::runtime_error("there is no Face " + options.face);
    }
  }
  if (!options.prefix.empty()) {
    parameters.name = client::parse_name(options.prefix);
  }
  parameters.count = options.count;
  parameters.capacity = options.bytes;
  parameters.mtu = options.snap_bytes;
  if (options.seconds) {
    parameters.expiration_period_ms = static_cast<std::uint64_t>(*options.seconds * 1000);
  }
  return parameters;
}

void capture(const CaptureOptions& options) {
  client::Client client(client::choose_endpoint(options.router));
  const auto parameters = parameters_of(client, options);
  client::OutputFile file(options.file);
  const auto summary = client::watch(
      client, "augustus-capture", parameters,
      [&options] { fmt::print(stderr, "capturing into {}\n", options.file); },
      [&file](auto bytes) { file.write(bytes); });
  file.complete();
  if (summary) {
    fmt::print(stderr, "{}\n", *summary);
  }
}

}  // namespace

void register_capture(CLI::App& app, int&) {
  auto* command = app.add_subcommand("capture", "Write packets of a running router to a pcapng file");
  auto options = std::make_shared<CaptureOptions>();
  command->add_option("file", options->file, "The file; - for standard output, for a dissector to read")
      ->required();
  command->add_option("--face", options->face, "Only this Face: its number or FaceUri");
  command->add_option("--prefix", options->prefix, "Only packets named at or below it");
  command->add_option("--count,-c", options->count, "End after so many packets");
  command->add_option("--bytes", options->bytes, "End when the file is about so long");
  command->add_option("--snap-bytes", options->snap_bytes, "Keep so many bytes of a packet at most");
  command->add_option("--seconds", options->seconds, "End after so long (an hour)")
      ->check(CLI::PositiveNumber);
  client::add_router_option(*command, options->router);
  command->callback([options] { capture(*options); });
}

}  // namespace augustus
