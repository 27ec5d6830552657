// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/client/watch.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"
#include "main/trace_text.hh"

namespace augustus {
namespace {

struct TraceOptions {
  std::string router;
  std::string prefix;
  std::optional<std::uint64_t> count;
  std::optional<double> seconds;
  bool json = false;
};

/// Prints whole lines; what follows the last one waits for the rest.
class LinePrinter {
 public:
  explicit LinePrinter(bool json) : json_(json) {}

  void take(std::span<const std::uint8_t> bytes) {
    rest_.append(bytes.begin(), bytes.end());
    std::size_t begin = 0;
    for (std::size_t end; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const auto line = std::string_view(rest_).substr(begin, end - begin);
      fmt::print("{}\n", json_ ? std::string(line) : trace_text(line));
    }
    rest_.erase(0, begin);
    std::fflush(stdout);
  }

 private:
  bool json_;
  std::string rest_;
};

void trace(const TraceOptions& options) {
  manage::ControlParameters parameters;
  parameters.name = client::parse_name(options.prefix);
  parameters.count = options.count;
  if (options.seconds) {
    parameters.expiration_period_ms = static_cast<std::uint64_t>(*options.seconds * 1000);
  }
  client::Client client(client::choose_endpoint(options.router));
  LinePrinter printer(options.json);
  const auto summary = client::watch(
      client, "augustus-trace", parameters,
      [&options] { fmt::print(stderr, "following {}\n", options.prefix); },
      [&printer](auto bytes) { printer.take(bytes); });
  if (summary) {
    fmt::print(stderr, "{}\n", *summary);
  }
}

}  // namespace

void register_trace(CLI::App& app, int&) {
  auto* command = app.add_subcommand("trace", "Follow packets of a prefix through a running router");
  auto options = std::make_shared<TraceOptions>();
  command->add_option("prefix", options->prefix, "Interests, Data and Nacks named at or below it")
      ->required();
  command->add_option("--count,-c", options->count, "End after so many packets");
  command->add_option("--seconds", options->seconds, "End after so long (an hour)")
      ->check(CLI::PositiveNumber);
  command->add_flag("--json", options->json, "Print a JSON object for each event");
  client::add_router_option(*command, options->router);
  command->callback([options] { trace(*options); });
}

}  // namespace augustus
