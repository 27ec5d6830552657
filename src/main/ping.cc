// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <random>

#include "main/client/arguments.hh"
#include "main/client/client.hh"
#include "main/errors.hh"
#include "main/subcommands.hh"

namespace augustus {
namespace {

using client::Reply;

struct PingOptions {
  std::string router;
  std::string prefix;
  std::string identifier;
  std::uint64_t interval_ms = 1000;
  std::uint64_t timeout_ms = 4000;
  std::uint64_t count = 0;  ///< 0: until interrupted
  std::optional<std::uint64_t> start;
  bool allow_cached = false;
  bool timestamps = false;
  bool quiet = false;
};

/// Round trips in milliseconds, summed up as they come.
struct RoundTrips {
  double min = std::numeric_limits<double>::max();
  double max = 0;
  double sum = 0;
  double sum_of_squares = 0;

  void add(double ms) {
    min = std::min(min, ms);
    max = std::max(max, ms);
    sum += ms;
    sum_of_squares += ms * ms;
  }
};

/// Sends Interests <prefix>/ping/<number> at an interval and sums up what comes back, as ndnping does.
class Pinger {
 public:
  explicit Pinger(const PingOptions& options)
      : options_(options), client_(client::choose_endpoint(options.router)), number_(first_number(options)) {
    name_ = client::parse_name(options.prefix).append("ping");
    if (!options.identifier.empty()) {
      name_.append(options.identifier);
    }
  }

  /// True when everything that was sent came back.
  bool run() {
    fmt::print("PING {}\n", options_.prefix);
    std::fflush(stdout);
    started_ = monotonic_now();
    send();
    client_.run([this] { return options_.count != 0 && sent_ == options_.count && finished() == sent_; });
    print_statistics();
    return received_ == sent_;
  }

 private:
  static std::uint64_t first_number(const PingOptions& options) {
    std::random_device random;
    return options.start.value_or(static_cast<std::uint64_t>(random()) << 32 | random());
  }

  std::uint64_t finished() const { return received_ + nacked_ + lost_; }

  void send() {
    const std::uint64_t number = number_++;
    wire::Interest interest;
    interest.name = name_;
    interest.name.append(std::to_string(number));
    interest.must_be_fresh = !options_.allow_cached;
    interest.lifetime_ms = options_.timeout_ms;
    ++sent_;
    client_.express(interest, [this, number](const Reply& reply) { finish(number, reply); });
    if (options_.count == 0 || sent_ < options_.count) {
      client_.at(monotonic_now() + options_.interval_ms * nanoseconds_per_millisecond, [this] { send(); });
    }
  }

  void finish(std::uint64_t number, const Reply& reply) {
    const double ms = static_cast<double>(reply.round_trip_ns) / nanoseconds_per_millisecond;
    switch (reply.kind) {
      case Reply::Kind::data:
        ++received_;
        round_trips_.add(ms);
        print("content from {}: seq={} time={:.3f} ms\n", options_.prefix, number, ms);
        break;
      case Reply::Kind::nack:
        ++nacked_;
        print("nack from {}: seq={} time={:.3f} ms: {}\n", options_.prefix, number, ms, describe(reply));
        break;
      case Reply::Kind::timeout:
        ++lost_;
        print("timeout from {}: seq={}\n", options_.prefix, number);
        break;
    }
  }

  template <typename... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    if (options_.quiet) {
      return;
    }
    if (options_.timestamps) {
      fmt::print("{:.6f} - ", static_cast<double>(wall_clock_now()) / nanoseconds_per_second);
    }
    fmt::print(format, std::forward<Arguments>(arguments)...);
    std::fflush(stdout);
  }

  void print_statistics() const {
    const double elapsed_ms = static_cast<double>(monotonic_now() - started_) / nanoseconds_per_millisecond;
    const double lost_percent =
        finished() == 0 ? 0 : 100.0 * static_cast<double>(nacked_ + lost_) / static_cast<double>(finished());
    fmt::print("\n--- {} ping statistics ---\n", options_.prefix);
    fmt::print("{} packets transmitted, {} received, {} nacked, {:.0f}% lost, time {:.0f} ms\n", sent_,
               received_, nacked_, lost_percent, elapsed_ms);
    if (received_ != 0) {
      const double mean = round_trips_.sum / static_cast<double>(received_);
      const double variance = round_trips_.sum_of_squares / static_cast<double>(received_) - mean * mean;
      fmt::print("rtt min/avg/max/mdev = {:.3f}/{:.3f}/{:.3f}/{:.3f} ms\n", round_trips_.min, mean,
                 round_trips_.max, std::sqrt(std::max(variance, 0.0)));
    }
  }

  const PingOptions& options_;
  client::Client client_;
  wire::Name name_;
  std::uint64_t number_;
  std::uint64_t sent_ = 0, received_ = 0, nacked_ = 0, lost_ = 0;
  RoundTrips round_trips_;
  TimeNs started_ = 0;
};

}  // namespace

void register_ping(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<PingOptions>();
  auto* command = app.add_subcommand("ping", "Measure the round trip to whoever answers below a prefix");
  command->add_option("prefix", options->prefix, "Prefix that a ping server serves")->required();
  command->add_option("-i,--interval", options->interval_ms, "Between two Interests, in ms")
      ->check(CLI::Range(1, 3600000))
      ->capture_default_str();
  command->add_option("-o,--timeout", options->timeout_ms, "How long to wait for each, in ms")
      ->check(CLI::Range(1, 3600000))
      ->capture_default_str();
  command->add_option("-c,--count", options->count, "Stop after this many (default: when interrupted)");
  command->add_option("-n,--start", options->start, "Number of the first (default: random)");
  command->add_option("-p,--identifier", options->identifier, "Component that goes before the number");
  command->add_flag("-a,--cache", options->allow_cached, "Let caches answer");
  command->add_flag("-t,--timestamp", options->timestamps, "Print the time of each answer");
  command->add_flag("-q,--quiet", options->quiet, "Print the summary alone");
  client::add_router_option(*command, options->router);
  command->callback([options, &exit_code] { exit_code = Pinger(*options).run() ? exit_ok : exit_failure; });
}

}  // namespace augustus
