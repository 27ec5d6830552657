// SPDX-License-Identifier: Apache-2.0
#include "main/traffic/load_options.hh"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "main/errors.hh"

namespace augustus::traffic {
namespace {

constexpr std::uint32_t window_default = 256;
constexpr std::uint32_t window_max = 1u << 26;
/// For a rate without --window: room for what may be under way if nothing is answered, up to so much.
constexpr double window_for_rate_max = 1 << 22;

TimeNs to_ns(double seconds) {
  return static_cast<TimeNs>(seconds * nanoseconds_per_second);
}

}  // namespace

void add_consumer_options(CLI::App& command, ConsumerArguments& arguments) {
  const char* group = "Interests";
  ConsumerOptions& options = arguments.options;
  command.add_option("--rate", options.rate, "Interests a second (default: as many as the window lets)")
      ->check(CLI::Range(0.001, 1e9))
      ->group(group);
  command.add_option("--arrivals", arguments.arrivals, "With --rate: constant intervals, or poisson")
      ->check(CLI::IsMember({"constant", "poisson"}))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--window", arguments.window,
                  "Interests waiting for an answer at a time (default: 256; with --rate no fewer than it "
                  "sends in a lifetime, up to 4194304)")
      ->check(CLI::Range(1u, window_max))
      ->group(group);
  command.add_option("--count", options.count, "Stop after so many Interests")->group(group);
  command.add_option("--seconds", arguments.seconds, "Stop after so long (default: when interrupted)")
      ->check(CLI::Range(0.01, 1e7))
      ->group(group);
  command.add_option("--warm-up", arguments.warm_up, "Seconds before the measurement begins")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str()
      ->group(group);
  command
      .add_option_function<std::uint32_t>(
          "--lifetime",
          [&arguments](std::uint32_t ms) {
            arguments.options.lifetime_ms = ms;
            arguments.lifetime_given = true;
          },
          "InterestLifetime in ms; an Interest without an answer by then is lost (default: 4000)")
      ->check(CLI::Range(1u, 3'600'000u))
      ->group(group);
  command
      .add_option("--patience", arguments.patience_ms,
                  "Milliseconds after which an Interest without an answer is lost (default: its lifetime)")
      ->check(CLI::Range(0.1, 3.6e6))
      ->group(group);
  command
      .add_flag("--repeat-names", options.repeat_names,
                "Ask for a name again while an Interest for it is under way; each Data answers one of them")
      ->group(group);
  command.add_option("--can-be-prefix", options.can_be_prefix, "Share of the Interests that have it, 0 to 1")
      ->check(CLI::Range(0.0, 1.0))
      ->group(group);
  command.add_option("--must-be-fresh", options.must_be_fresh, "Share of the Interests that have it, 0 to 1")
      ->check(CLI::Range(0.0, 1.0))
      ->group(group);
  command
      .add_flag("--no-verify", arguments.no_verify,
                "Take any content: the producer is not `augustus traffic`")
      ->group(group);
}

ConsumerOptions consumer_options(const ConsumerArguments& arguments, const std::string& header,
                                 std::uint64_t seed) {
  ConsumerOptions options = arguments.options;
  options.poisson = arguments.arrivals == "poisson";
  options.duration = to_ns(arguments.seconds);
  options.patience = to_ns(arguments.patience_ms / 1000);
  options.warm_up = to_ns(arguments.warm_up);
  options.verify = !arguments.no_verify;
  options.pit_tokens = header == "ndn-token";
  options.write_lifetime = !header.starts_with("compact") || arguments.lifetime_given;
  options.seed = seed;
  if (header.starts_with("compact") && (options.can_be_prefix > 0 || options.must_be_fresh > 0)) {
    throw UsageError("the compact header has neither CanBePrefix nor MustBeFresh");
  }
  const double under_way = std::ceil(options.rate * options.lifetime_ms / 1000 * 1.1);
  options.window =
      arguments.window != 0
          ? arguments.window
          : std::max(window_default, static_cast<std::uint32_t>(std::min(under_way, window_for_rate_max)));
  return options;
}

void add_producer_options(CLI::App& command, ProducerArguments& arguments) {
  const char* group = "Data";
  ProducerOptions& options = arguments.options;
  auto* payload = command.add_option("--payload", options.payload, "Content bytes of a Data")
                      ->check(CLI::Range(0, 8700))
                      ->capture_default_str()
                      ->group(group);
  command
      .add_option("--data-bytes", options.packet_bytes,
                  "Ethernet payload of a Data, headers included, reached by its content: 58 to 8850")
      ->check(CLI::Range(30, 8850))
      ->excludes(payload)
      ->group(group);
  command.add_option("--freshness", options.freshness_ms, "FreshnessPeriod in ms; 0: none")
      ->capture_default_str()
      ->group(group);
  command
      .add_flag("--digest", options.digest, "Sign with DigestSha256 (default: a null signature, type 200)")
      ->group(group);
  command.add_option("--answer", options.answer, "Share of the Interests that get an answer, 0 to 1")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str()
      ->group(group);
  command.add_option("--delay", arguments.delay_ms, "Milliseconds until an answer leaves")
      ->check(CLI::Range(0.0, 3.6e6))
      ->capture_default_str()
      ->group(group);
  command.add_option("--delayed-max", options.delayed_max, "Answers that may wait for their delay")
      ->check(CLI::Range(1u, 1u << 24))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--register", arguments.registration,
                  "How prefixes are registered: face, over the connection itself; none; or the URI of the "
                  "forwarder's local socket, for a UDP producer (faces/create and rib/register)")
      ->capture_default_str()
      ->group(group);
}

ProducerOptions producer_options(const ProducerArguments& arguments) {
  ProducerOptions options = arguments.options;
  options.delay = to_ns(arguments.delay_ms / 1000);
  return options;
}

void add_run_options(CLI::App& command, RunOptions& options) {
  const char* group = "Run";
  command.add_option("--cpu", options.cpus, "CPU to run on; for two threads two of them")
      ->delimiter(',')
      ->group(group);
  command.add_flag("--spin", options.spin, "Never sleep: packets leave and arrive to the microsecond")
      ->group(group);
  command
      .add_option(
          "--ceiling", options.ceiling,
          "Exchanges a second that `augustus traffic loop` reached with these options: a result above "
          "80 % of it is called generator-bound")
      ->group(group);
  command.add_flag("--json", options.json, "Print the report as JSON")->group(group);
  command.add_flag("-q,--quiet", options.quiet, "No progress line on a terminal")->group(group);
}

}  // namespace augustus::traffic
