// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/client/object_locator.hh"
#include "main/client/output_file.hh"
#include "main/client/segment.hh"
#include "main/client/segment_fetcher.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

constexpr TimeNs progress_interval_ns = 200 * nanoseconds_per_millisecond;
constexpr double megabyte = 1e6;

struct GetOptions {
  std::string router;
  std::string name;
  std::string output = "-";
  client::FetchOptions fetch;
  bool quiet = false;
};

/// One line on a terminal, rewritten as the transfer goes on.
class Progress {
 public:
  explicit Progress(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) == 1) {}

  void update(const client::SegmentFetcher& fetcher) {
    const TimeNs now = monotonic_now();
    if (!shown_ || now - last_ < progress_interval_ns) {
      return;
    }
    last_ = now;
    const client::FetchStatistics& statistics = fetcher.statistics();
    const double seconds = static_cast<double>(now - started_) / nanoseconds_per_second;
    fmt::print(stderr, "\r{:.1f} MB", static_cast<double>(statistics.bytes) / megabyte);
    if (const auto final = fetcher.final_segment()) {
      fmt::print(stderr, ", {} %", statistics.segments * 100 / (*final + 1));
    }
    fmt::print(stderr, ", {:.1f} MB/s \033[K", static_cast<double>(statistics.bytes) / megabyte / seconds);
  }
  void end() const {
    if (shown_) {
      fmt::print(stderr, "\r\033[K");
    }
  }
  double seconds() const { return static_cast<double>(monotonic_now() - started_) / nanoseconds_per_second; }

 private:
  bool shown_;
  TimeNs started_ = monotonic_now();
  TimeNs last_ = started_;
};

void print_summary(const wire::Name& name, const client::FetchStatistics& statistics, double seconds) {
  fmt::print(stderr, "{}: {} B in {} segments, {:.3f} s, {:.1f} MB/s, {} retransmissions\n", name.uri(),
             statistics.bytes, statistics.segments, seconds,
             static_cast<double>(statistics.bytes) / megabyte / seconds, statistics.retransmissions);
  if (statistics.other_signatures) {
    fmt::print(stderr, "the signatures are of a kind that needs a trust anchor: they were not checked\n");
  }
}

/// Fetches an object: of the version that the name ends in, otherwise of the present one or of none.
void get(const GetOptions& options) {
  const wire::Name asked = client::parse_name(options.name);
  client::Client client(client::choose_endpoint(options.router));
  client::FetchOptions fetch = options.fetch;
  wire::Name name = asked;
  if (!client::last_number(asked, wire::component_type::version)) {
    const client::ObjectLocation location =
        locate_object(client, asked, fetch.lifetime_ms, std::min(fetch.retries, 3u), fetch.must_be_fresh);
    if (!location.fresh && !options.quiet) {
      fmt::print(stderr, "{}: nobody has it fresh; this is what a content store has\n", location.name.uri());
    }
    name = location.name;
    fetch.final_segment = location.final_segment;
  }
  client::OutputFile output(options.output);
  Progress progress(!options.quiet && options.output != "-");
  client::SegmentFetcher* running = nullptr;
  client::SegmentFetcher fetcher(client, name, fetch, [&](const std::vector<std::uint8_t>& content) {
    output.write(content);
    progress.update(*running);
  });
  running = &fetcher;
  fetcher.run();
  output.complete();
  progress.end();
  if (!options.quiet) {
    print_summary(name, fetcher.statistics(), progress.seconds());
  }
}

}  // namespace

void register_get(CLI::App& app, int&) {
  auto options = std::make_shared<GetOptions>();
  auto* command = app.add_subcommand("get", "Fetch an object that was published in segments");
  command->add_option("name", options->name, "Name; its present version is found where it has versions")
      ->required();
  command->add_option("-o,--output", options->output, "File to write (default: standard output)");
  command->add_flag("-f,--fresh", options->fetch.must_be_fresh, "Take fresh Data alone (MustBeFresh)");
  command->add_option("-l,--lifetime", options->fetch.lifetime_ms, "InterestLifetime, in ms")
      ->check(CLI::Range(1, 3600000))
      ->capture_default_str();
  command->add_option("-r,--retries", options->fetch.retries, "How often to ask again for a segment")
      ->capture_default_str();
  command->add_option("--window", options->fetch.window_max, "Interests outstanding, at most")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  command->add_flag("-q,--quiet", options->quiet, "Say nothing but errors");
  client::add_router_option(*command, options->router);
  command->callback([options] { get(*options); });
}

}  // namespace augustus
