// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <random>
#include <span>

#include "main/errors.hh"
#include "main/subcommands.hh"
#include "main/traffic/load_options.hh"
#include "main/traffic/name_options.hh"
#include "main/traffic/open_link.hh"
#include "main/traffic/registration.hh"
#include "main/traffic/traffic_run.hh"
#include "traffic/load/content.hh"

namespace augustus {
namespace {

using namespace traffic;

struct TrafficOptions {
  EndOptions consumer_end, producer_end;
  FormatOptions format;
  NameOptions names;
  ConsumerArguments consumer;
  ProducerArguments producer;
  RunOptions run;
  std::string over = "udp";
};

std::uint64_t drawn_seed() {
  std::random_device random;
  return static_cast<std::uint64_t>(random()) << 32 | random();
}

/// Finds the length of names with which an Interest has --interest-bytes.
void fit_interest(TrafficOptions& options, const ConsumerOptions& consumer, const Link& link) {
  NameOptions& names = options.names;
  if (names.interest_bytes == 0) {
    return;
  }
  if (!names.name_file.empty() || !names.trace_file.empty()) {
    throw UsageError("--interest-bytes is for generated names");
  }
  PacketCodec codec(link.format());
  int excess = 0;
  // Lengths take more bytes as names grow, so that one step may overshoot.
  for (int round = 0; round < 8; ++round) {
    const auto name_source = make_names(names, 0);
    const auto name = name_source->next();
    const auto packet = codec.interest({.name = name,
                                        .nonce = link.format() == wire::PacketFormat::ndn ? 1u : 0u,
                                        .lifetime_ms = consumer.write_lifetime ? consumer.lifetime_ms : 0});
    const std::size_t bytes = packet.size() + link.overhead(packet.size(), consumer.pit_tokens ? 8 : 0);
    excess = static_cast<int>(bytes) - static_cast<int>(names.interest_bytes);
    if (excess == 0) {
      return;
    }
    const int wanted = static_cast<int>(name.size()) - excess;
    if (wanted <= 0) {
      break;
    }
    names.name_bytes = static_cast<unsigned>(wanted);
  }
  throw UsageError("no name makes an Interest of " + std::to_string(names.interest_bytes) +
                   " bytes here: " + std::to_string(excess) + " away from it");
}

std::unique_ptr<Consumer> make_consumer(TrafficOptions& options, std::unique_ptr<Link> link) {
  const std::uint64_t seed = options.names.seed.value_or(drawn_seed());
  ConsumerOptions consumer = consumer_options(options.consumer, options.format.header, seed);
  consumer.content_seed = options.format.content_seed;
  fit_interest(options, consumer, *link);
  return std::make_unique<Consumer>(consumer, std::move(link), make_names(options.names, seed));
}

std::unique_ptr<Producer> make_producer(const TrafficOptions& options, std::unique_ptr<Link> link) {
  ProducerOptions producer = producer_options(options.producer);
  producer.content_seed = options.format.content_seed;
  producer.seed = options.names.seed.value_or(drawn_seed());
  try {
    return std::make_unique<Producer>(producer, std::move(link));
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

std::unique_ptr<Producer> attach_producer(const TrafficOptions& options, const EndOptions& end,
                                          LinkOpener& opener) {
  auto link = opener.open(end);
  const std::string& way = options.producer.registration;
  if (way == "face") {
    register_over(*link, is_local(end), base_prefixes(options.names));
  } else if (way != "none") {
    register_by(way, *link, base_prefixes(options.names));
  }
  return make_producer(options, std::move(link));
}

int run_consumer(TrafficOptions options) {
  LinkOpener opener(options.format);
  auto consumer = make_consumer(options, opener.open(options.consumer_end));
  return TrafficRun("consumer", options.run, std::move(consumer), nullptr).run();
}

int run_producer(const TrafficOptions& options) {
  LinkOpener opener(options.format);
  auto producer = attach_producer(options, options.producer_end, opener);
  // Whoever started it may wait for this.
  fmt::print(stderr, "ready\n");
  return TrafficRun("producer", options.run, nullptr, std::move(producer)).run();
}

/// The producer leaves Interests without an answer; those that reach it are what the run counts.
void go_one_way(const RunOptions& options, Consumer& consumer, Producer& producer) {
  if (!options.one_way) {
    return;
  }
  if (options.threads != 1) {
    throw UsageError("--one-way is for one thread: the producer tells the consumer what has arrived");
  }
  producer.tell([&consumer](std::span<const std::uint8_t> name) { consumer.arrived(name); });
}

int run_both(TrafficOptions options) {
  if (options.producer_end.router.empty() && !options.producer_end.is_port()) {
    options.producer_end.router = options.consumer_end.router;
  }
  LinkOpener opener(options.format);
  auto producer = attach_producer(options, options.producer_end, opener);
  auto consumer = make_consumer(options, opener.open(options.consumer_end));
  go_one_way(options.run, *consumer, *producer);
  return TrafficRun("both", options.run, std::move(consumer), std::move(producer)).run();
}

int run_loop(TrafficOptions options) {
  LinkOpener opener(options.format);
  const bool ports = options.consumer_end.is_port();
  if (ports != options.producer_end.is_port()) {
    throw UsageError("a loop over ports needs --port and --producer-port");
  }
  auto [left, right] =
      ports ? opener.open_pair(options.consumer_end, options.producer_end) : opener.open_pair(options.over);
  auto consumer = make_consumer(options, std::move(left));
  auto producer = make_producer(options, std::move(right));
  go_one_way(options.run, *consumer, *producer);
  return TrafficRun("loop", options.run, std::move(consumer), std::move(producer)).run();
}

void add_thread_option(CLI::App& command, RunOptions& options) {
  command.add_option("--threads", options.threads, "1: consumer and producer take turns; 2: one each")
      ->check(CLI::Range(1, 2))
      ->capture_default_str()
      ->group("Run");
  command
      .add_flag(
          "--one-way", options.one_way,
          "The producer answers nothing: an Interest that reaches it is counted as satisfied, and its time "
          "one way instead of the round trip")
      ->group("Run");
}

void register_consumer(CLI::App& traffic, int& exit_code) {
  auto options = std::make_shared<TrafficOptions>();
  auto* command = traffic.add_subcommand("consumer", "Send Interests and tell what became of each");
  add_end_options(*command, options->consumer_end);
  add_format_options(*command, options->format);
  add_name_options(*command, options->names);
  add_consumer_options(*command, options->consumer);
  add_run_options(*command, options->run);
  command->footer(
      "Examples:\n"
      "  augustus traffic consumer --seconds 10\n"
      "  augustus traffic consumer --router udp4://192.0.2.1 --rate 100000 --arrivals poisson --seconds 10\n"
      "  augustus traffic consumer --names zipf --alpha 0.84 --objects 100000 --lifetime 50 --count 1000000");
  command->callback([options, &exit_code] { exit_code = run_consumer(*options); });
}

void register_producer(CLI::App& traffic, int& exit_code) {
  auto options = std::make_shared<TrafficOptions>();
  auto* command =
      traffic.add_subcommand("producer", "Answer Interests with content that follows from the name");
  add_end_options(*command, options->producer_end);
  add_format_options(*command, options->format);
  add_prefix_options(*command, options->names);
  add_producer_options(*command, options->producer);
  command->add_option("--seconds", options->run.seconds, "Stop after so long (default: when interrupted)")
      ->check(CLI::Range(0.01, 1e7))
      ->group("Run");
  add_run_options(*command, options->run);
  command->footer(
      "Examples:\n"
      "  augustus traffic producer --prefix /traffic --payload 1250 --freshness 1000\n"
      "  augustus traffic producer --router udp4://192.0.2.1 --register unix:///run/nfd/nfd.sock\n"
      "  augustus traffic producer --answer 0.5 --delay 20");
  command->callback([options, &exit_code] { exit_code = run_producer(*options); });
}

/// What a consumer and a producer in one process have besides their ends.
void add_exchange_options(CLI::App& command, TrafficOptions& options) {
  add_format_options(command, options.format);
  add_name_options(command, options.names);
  add_consumer_options(command, options.consumer);
  add_producer_options(command, options.producer);
  add_thread_option(command, options.run);
  add_run_options(command, options.run);
}

void register_both(CLI::App& traffic, int& exit_code) {
  auto options = std::make_shared<TrafficOptions>();
  auto* command =
      traffic.add_subcommand("both", "A consumer and a producer in one process, a forwarder between");
  add_end_options(*command, options->consumer_end);
  add_end_options(*command, options->producer_end, "producer-");
  add_exchange_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  augustus traffic both --seconds 10 --window 1000 --json\n"
      "  augustus traffic both --router udp4://127.0.0.1 --register unix:///run/nfd/nfd.sock --seconds 10");
  command->callback([options, &exit_code] { exit_code = run_both(*options); });
}

void register_loop(CLI::App& traffic, int& exit_code) {
  auto options = std::make_shared<TrafficOptions>();
  auto* command = traffic.add_subcommand(
      "loop", "Consumer and producer joined without a forwarder: the ceiling of what can be measured");
  command
      ->add_option("--over", options->over, "What joins them: udp or unix sockets, or DPDK ports in memory")
      ->check(CLI::IsMember({"udp", "unix", "ring"}))
      ->capture_default_str()
      ->group("Attachment");
  add_port_options(*command, options->consumer_end);
  add_port_options(*command, options->producer_end, "producer-");
  add_exchange_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  augustus traffic loop --over udp --seconds 5 --payload 1250\n"
      "  augustus traffic loop --over ring --header compact-2016 --interest-bytes 58 --data-bytes 58 "
      "--seconds 5\n"
      "  augustus traffic loop --port net_af_packet0,iface=veth0 --producer-port net_af_packet1,iface=veth1");
  command->callback([options, &exit_code] { exit_code = run_loop(*options); });
}

/// The names a consumer with these options asks for, or the prefixes they lie below.
void print_names(const NameOptions& options, std::uint64_t count, bool prefixes) {
  const auto names = make_names(options, drawn_seed());
  const auto* generated = dynamic_cast<const GeneratedNames*>(names.get());
  if (prefixes && generated == nullptr) {
    throw UsageError("names from a file have no prefixes of ours");
  }
  for (std::uint64_t i = 0; count == 0 || i < count; ++i) {
    if (prefixes && i == generated->prefix_count()) {
      return;
    }
    const auto value = prefixes ? std::span<const std::uint8_t>{} : names->next();
    if (!prefixes && value.empty()) {
      return;
    }
    fmt::print("{}\n", prefixes ? generated->prefix(i).uri() : wire::Name::from_value(value)->uri());
  }
}

void register_names(CLI::App& traffic) {
  struct Options {
    NameOptions names;
    std::uint64_t count = 10;
    bool prefixes = false;
  };
  auto options = std::make_shared<Options>();
  auto* command = traffic.add_subcommand("names", "Print the names that a consumer asks for, one a line");
  add_name_options(*command, options->names);
  command->add_option("--count", options->count, "So many; 0: all there are")->capture_default_str();
  command->add_flag("--list-prefixes", options->prefixes, "The prefixes instead, for routes");
  command->footer(
      "Examples:\n"
      "  augustus traffic names --names zipf --alpha 0.64 --seed 1 --count 20\n"
      "  augustus traffic names --prefix / --prefixes 1000000 --list-prefixes --count 0 > prefixes");
  command->callback([options] { print_names(options->names, options->count, options->prefixes); });
}

}  // namespace

void register_traffic(CLI::App& app, int& exit_code) {
  auto* traffic = app.add_subcommand("traffic", "Generate load, answer it, and measure");
  traffic->require_subcommand(1);
  register_consumer(*traffic, exit_code);
  register_producer(*traffic, exit_code);
  register_both(*traffic, exit_code);
  register_loop(*traffic, exit_code);
  register_names(*traffic);
}

}  // namespace augustus
