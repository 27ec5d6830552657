// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/client/signature.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

struct PeekOptions {
  std::string router;
  std::string name;
  bool can_be_prefix = false;
  bool must_be_fresh = false;
  bool payload = true;
  bool whole_packet = false;
  bool verbose = false;
  std::optional<std::uint64_t> lifetime_ms;
  std::optional<std::uint64_t> timeout_ms;
  std::optional<unsigned> hop_limit;
  std::string parameters_file;
};

std::vector<std::uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw UsageError(fmt::format("cannot read {}", path));
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

wire::Interest make_interest(const PeekOptions& options) {
  wire::Interest interest;
  interest.name = client::parse_name(options.name);
  if (interest.name.empty()) {
    throw UsageError("an Interest needs a name of at least one component");
  }
  interest.can_be_prefix = options.can_be_prefix;
  interest.must_be_fresh = options.must_be_fresh;
  interest.lifetime_ms = options.lifetime_ms;
  if (options.hop_limit) {
    interest.hop_limit = static_cast<std::uint8_t>(*options.hop_limit);
  }
  if (!options.parameters_file.empty()) {
    interest.parameters = read_file(options.parameters_file);
  }
  return interest;
}

/// Sends one Interest and writes the answer's payload (or whole packet) to standard output, as ndnpeek does.
void peek(const PeekOptions& options) {
  const wire::Interest interest = make_interest(options);
  client::Client client(client::choose_endpoint(options.router));
  std::optional<client::Reply> reply;
  client.express(
      interest, [&reply](client::Reply& result) { reply = std::move(result); }, options.timeout_ms);
  if (!client.run([&reply] { return reply.has_value(); })) {
    throw std::runtime_error("interrupted");
  }
  if (reply->kind != client::Reply::Kind::data) {
    throw std::runtime_error(fmt::format("{}: {}", interest.name.uri(), describe(*reply)));
  }
  if (client::check_data_digest(reply->packet) == client::DigestCheck::invalid) {
    throw std::runtime_error(fmt::format("{} does not match its signature", reply->data.name.uri()));
  }
  if (options.verbose) {
    fmt::print(stderr, "{}: {} B of content in {:.3f} ms\n", reply->data.name.uri(),
               reply->data.content.size(),
               static_cast<double>(reply->round_trip_ns) / nanoseconds_per_millisecond);
  }
  const std::vector<std::uint8_t>& output = options.whole_packet ? reply->packet : reply->data.content;
  const bool written =
      output.empty() || std::fwrite(output.data(), 1, output.size(), stdout) == output.size();
  if (!written || std::fflush(stdout) != 0) {
    throw std::runtime_error("cannot write to standard output");
  }
}

}  // namespace

void register_peek(CLI::App& app, int&) {
  auto options = std::make_shared<PeekOptions>();
  auto* command = app.add_subcommand("peek", "Send one Interest and print the payload of the Data");
  command->add_option("name", options->name, "Name to ask for")->required();
  command->add_flag("-P,--prefix", options->can_be_prefix, "Take Data whose name is longer (CanBePrefix)");
  command->add_flag("-f,--fresh", options->must_be_fresh, "Take fresh Data alone (MustBeFresh)");
  auto* payload =
      command->add_flag("-p,--payload", options->payload, "Write the payload alone (this is the default)");
  command->add_flag("--packet", options->whole_packet, "Write the whole Data packet")->excludes(payload);
  command->add_flag("-v,--verbose", options->verbose, "Say on standard error what came");
  command->add_option("-l,--lifetime", options->lifetime_ms, "InterestLifetime, in ms (default: 4000)");
  command->add_option("-w,--timeout", options->timeout_ms, "How long to wait, in ms (default: the lifetime)");
  command->add_option("-H,--hop-limit", options->hop_limit, "HopLimit")->check(CLI::Range(1, 255));
  command->add_option("-A,--app-params", options->parameters_file, "File to send as ApplicationParameters");
  client::add_router_option(*command, options->router);
  command->callback([options] { peek(*options); });
}

}  // namespace augustus
