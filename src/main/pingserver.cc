// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/client/control.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

struct PingServerOptions {
  std::string router;
  std::string prefix;
  std::uint64_t freshness_ms = 1000;
  std::uint64_t satisfied_max = 0;  ///< 0: until interrupted
  std::size_t payload_bytes = 0;
  bool timestamps = false;
  bool quiet = false;
};

/// Answers every Interest below <prefix>/ping, as ndnpingserver does.
void serve_pings(const PingServerOptions& options) {
  const wire::Name prefix = client::parse_name(options.prefix).append("ping");
  client::Client client(client::choose_endpoint(options.router));
  const std::vector<std::uint8_t> payload(options.payload_bytes, 'a');
  std::uint64_t answered = 0;
  client.serve(prefix, [&](const client::Request& request) {
    wire::Data data;
    data.name = request.interest.name;
    data.freshness_ms = options.freshness_ms;
    data.content = payload;
    client.answer(request, data.encode());
    ++answered;
    if (!options.quiet) {
      if (options.timestamps) {
        fmt::print("{:.6f} - ", static_cast<double>(wall_clock_now()) / nanoseconds_per_second);
      }
      fmt::print("interest received: {}\n", request.interest.name.uri());
      std::fflush(stdout);
    }
  });
  register_prefix(client, prefix);
  fmt::print("PING SERVER {}\n", prefix.uri());
  std::fflush(stdout);
  client.run([&] { return options.satisfied_max != 0 && answered >= options.satisfied_max; });
  fmt::print("\n--- {} ping server statistics ---\n{} packets processed\n", options.prefix, answered);
}

}  // namespace

void register_pingserver(CLI::App& app, int&) {
  auto options = std::make_shared<PingServerOptions>();
  auto* command = app.add_subcommand("pingserver", "Answer pings below a prefix");
  command->add_option("prefix", options->prefix, "Prefix to answer for")->required();
  command->add_option("-f,--freshness", options->freshness_ms, "FreshnessPeriod of the answers, in ms")
      ->capture_default_str();
  command->add_option("-p,--satisfy", options->satisfied_max,
                      "Stop after this many answers (default: when interrupted)");
  command->add_option("-s,--size", options->payload_bytes, "Payload of the answers, in bytes")
      ->check(CLI::Range(0, 8000))
      ->capture_default_str();
  command->add_flag("-t,--timestamp", options->timestamps, "Print the time of each Interest");
  command->add_flag("-q,--quiet", options->quiet, "Do not print each Interest");
  client::add_router_option(*command, options->router);
  command->callback([options] { serve_pings(*options); });
}

}  // namespace augustus
