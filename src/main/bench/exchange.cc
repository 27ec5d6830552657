// SPDX-License-Identifier: Apache-2.0
#include "main/bench/exchange.hh"

#include <rte_cycles.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "base/memory_areas.hh"
#include "element/figure3.hh"
#include "element/language/parse_graph.hh"
#include "main/bench/exchange_part.hh"
#include "main/bench/exchange_report.hh"
#include "main/bench/line_cost.hh"
#include "main/bench/route_changes.hh"
#include "main/errors.hh"
#include "main/graph/read_graph.hh"
#include "traffic/line_counter.hh"

namespace augustus::bench {
namespace {

using std::chrono::milliseconds;

worker::RouterOptions router_options(const ExchangeOptions& options, const HashKey& key) {
  constexpr unsigned buffers = 65'535;
  constexpr unsigned eal_memory_mb = 320;
  worker::RouterOptions router;
  if (!options.old_key) {
    router.table_key = key;
  }
  router.workers = options.workers;
  router.partitions = options.workers;
  router.worker_cpus = options.cpus;
  router.fib_prefixes_max = options.fib_prefixes + options.fib_prefixes / 4 + 1024;
  router.pit_records_max = options.pit_capacity;
  router.pit_structure = options.pit_structure;
  router.name_entries_max = options.pit_capacity + options.cs_entries;
  router.dead_nonces_max = 1u << 17;
  router.store.capacity_packets = options.cs_entries;
  router.store.capacity_bytes = std::max<std::uint64_t>(
      std::uint64_t{options.cs_entries} * (options.name_bytes + options.payload + 256) * 3 / 2,
      options.workers * (std::uint64_t{4} << 20));
  router.small_packets = options.workers * (buffers + 1) - 1;
  router.eal_memory_mb = options.workers * eal_memory_mb;
  if (options.format() != wire::PacketFormat::ndn) {
    router.compact_names = {options.format()};
  }
  return router;
}

/// A router with ports in memory, a load on each, and what was measured.
class ExchangeBench {
 public:
  explicit ExchangeBench(const ExchangeOptions& options)
      : options_(options), graphs_(graphs_of(options)), router_(with_engine(router_options(options, key_))) {
    for (unsigned number = 0; number < options.workers; ++number) {
      parts_.push_back(std::make_unique<ExchangePart>(options, key_, router_, number));
    }
    changes_.emplace(first().routes(), first().port().producer(), options.route_changes);
  }

  ExchangeReport run() {
    const unsigned buffers_in_use = router_.packets().in_use();
    router_.start();
    warm_up();
    first().port().count_lines();
    ExchangeReport report;
    std::uint64_t exchanges = 0;
    while (options_.exchanges != 0 ? exchanges < options_.exchanges : report.runs.size() < options_.runs) {
      report.runs.push_back(measure(options_.seconds));
      exchanges += report.runs.back().exchanges;
    }
    drain();
    router_.stop();
    report.buffers_lost =
        static_cast<std::int64_t>(router_.packets().in_use()) - static_cast<std::int64_t>(buffers_in_use);
    for (const auto& part : parts_) {
      const auto& counts = part->load().counts();
      report.completed += counts.completed.value();
      report.sampled += counts.sampled.value();
      report.withheld += counts.withheld.value();
      report.lost += counts.lost.value();
      report.duplicated += counts.duplicated.value();
      report.altered += counts.altered.value();
      report.from_store += counts.from_store.value();
    }
    report.interest_bytes = first().load().packets().interest_bytes();
    report.data_bytes = first().load().packets().data_bytes();
    report.pages = pages_of(memory_areas());
    report.route_changes_per_s = changes_->per_s();
    report.router = router_.status();
    if (graphs_) {
      report.elements = graphs_->figures();
    }
    report.lines = counted_lines(first().load().counts().completed.value() - first().port().lines_from());
    return report;
  }

 private:
  static std::optional<element::GraphSet> graphs_of(const ExchangeOptions& options) {
    if (options.engine != "graph") {
      return std::nullopt;
    }
    return element::GraphSet(element::plan_graph(options.graph.empty()
                                                     ? element::parse_graph(element::figure3, "figure 3")
                                                     : read_graph(options.graph)));
  }

  worker::RouterOptions with_engine(worker::RouterOptions options) {
    if (graphs_) {
      options.engine = graphs_->factory();
    }
    return options;
  }

  ExchangePart& first() { return *parts_.front(); }

  /// The pages of most of the tables' bytes.
  static std::string pages_of(const std::vector<MemoryArea>& areas) {
    std::array<std::size_t, 3> bytes{};
    for (const MemoryArea& area : areas) {
      bytes[static_cast<std::size_t>(area.pages)] += area.bytes;
    }
    const auto most = std::max_element(bytes.begin(), bytes.end()) - bytes.begin();
    return to_string(static_cast<PageKind>(most));
  }

  static std::vector<StructureLines> counted_lines(std::uint64_t exchanges) {
    std::vector<StructureLines> lines;
    for (unsigned kind = 0;; ++kind) {
      const auto touched = traffic::line_counter::touched(kind);
      if (touched.what == nullptr) {
        return lines;
      }
      lines.push_back({.what = touched.what,
                       .lines = static_cast<double>(touched.lines) / static_cast<double>(exchanges),
                       .footprint = touched.footprint});
    }
  }

  struct Reading {
    std::uint64_t ticks = 0, feed = 0, check = 0, exchanges = 0;
  };

  std::uint64_t completed() const {
    std::uint64_t sum = 0;
    for (const auto& part : parts_) {
      sum += part->load().counts().completed.value();
    }
    return sum;
  }

  /// Until the content store is full and every table has been walked through.
  void warm_up() {
    const std::uint64_t enough =
        2ull * options_.cs_entries + 4ull * options_.outstanding + options_.names / 10;
    std::uint64_t before = 0;
    for (unsigned stuck = 0; before < enough; nap()) {
      const std::uint64_t now = completed();
      stuck = now == before ? stuck + 1 : 0;
      before = now;
      if (stuck > 5000) {
        throw std::runtime_error("no exchange completes");
      }
    }
  }

  void drain() {
    for (const auto& part : parts_) {
      part->load().stop();
    }
    const auto drained = [this] {
      return std::ranges::all_of(parts_, [](const auto& part) { return part->load().drained(); });
    };
    for (unsigned waited = 0; !drained() && waited < 5000; ++waited) {
      nap();
    }
  }

  Reading read() const {
    Reading sum{.ticks = rte_rdtsc(), .exchanges = completed()};
    for (const auto& part : parts_) {
      sum.feed += part->port().feed_ticks();
      sum.check += part->port().check_ticks();
    }
    return sum;
  }

  ExchangeRun measure(double seconds) {
    const Reading start = read();
    changes_->run_for(seconds);
    const Reading end = read();
    const double ns_per_tick = 1e9 / static_cast<double>(rte_get_tsc_hz());
    const double workers = options_.workers;
    ExchangeRun run;
    run.exchanges = end.exchanges - start.exchanges;
    run.feed_ns = static_cast<double>(end.feed - start.feed) * ns_per_tick / workers;
    run.check_ns = static_cast<double>(end.check - start.check) * ns_per_tick / workers;
    run.router_ns = static_cast<double>(end.ticks - start.ticks) * ns_per_tick - run.feed_ns - run.check_ns;
    return run;
  }

  static void nap() { std::this_thread::sleep_for(milliseconds(1)); }

  ExchangeOptions options_;
  HashKey key_ = HashKey::random();
  std::optional<element::GraphSet> graphs_;  ///< none: the fused loop
  worker::Router router_;
  std::vector<std::unique_ptr<ExchangePart>> parts_;
  std::optional<RouteChanges> changes_;
};

table::PitStructure pit_structure_of_option(const std::string& word) {
  try {
    return table::pit_structure_of(word);
  } catch (const std::invalid_argument& error) {
    throw UsageError(std::string("--pit-structure: ") + error.what());
  }
}

/// What the options mean that were not given, with this header; and whether they go together.
void complete(ExchangeOptions& options, const CLI::App& command) {
  const auto given = [&command](const char* option) { return command.count(option) != 0; };
  if (options.format() != wire::PacketFormat::ndn) {
    // 58 bytes of Ethernet payload in the 2016 layout, and the paper's content store.
    options.name_bytes = given("--name-bytes") ? options.name_bytes : 21;
    options.components = given("--components") ? options.components : 2;
    options.payload = given("--payload") ? options.payload : 0;
    options.cs_entries = given("--cs-entries") ? options.cs_entries : 8154;
    if (options.pending_prefixes != 0) {
      throw UsageError("--pending-prefixes: the compact header has no CanBePrefix");
    }
  }
  // A name must have left the store when it is asked for again.
  const std::uint64_t names_min =
      options.workers * std::uint64_t{hot_names} + 2ull * (options.cs_entries + options.outstanding);
  if (options.names < names_min) {
    throw UsageError("this content store and these outstanding Interests need " + std::to_string(names_min) +
                     " names (--names)");
  }
  if (options.pending_prefixes + options.outstanding > options.pit_capacity) {
    throw UsageError("the PIT is too small for these pending and outstanding Interests (--pit-capacity)");
  }
  if (options.workers > 1 && (options.route_changes != 0 || traffic::line_counter::compiled_in)) {
    throw UsageError("route changes and counted lines are for one worker");
  }
}

}  // namespace

void register_exchange(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<ExchangeOptions>();
  auto* command = bench.add_subcommand(
      "exchange", "Interests and their Data, in memory, through the whole router: parse to send");
  command
      ->add_option(
          "--header", options->header,
          "ndn; compact or compact-2016: names of 21 bytes and 2 components, no payload and a content "
          "store of 8154 unless told otherwise")
      ->check(CLI::IsMember({"ndn", "compact", "compact-2016"}))
      ->capture_default_str();
  auto* engine =
      command
          ->add_option("--engine", options->engine,
                       "What takes packets through the stages: the fused loop or a graph of elements")
          ->check(CLI::IsMember({"standalone", "graph"}))
          ->capture_default_str();
  command
      ->add_option("--graph", options->graph,
                   "The file that describes the graph (default: figure 3's, etc/figure3.click)")
      ->check(CLI::ExistingFile)
      ->needs(engine);
  command->add_option("--name-bytes", options->name_bytes, "Bytes of all components with their headers")
      ->check(CLI::Range(12, 2000))
      ->capture_default_str();
  command->add_option("--components", options->components)->check(CLI::Range(2, 32))->capture_default_str();
  command->add_option("--payload", options->payload, "Content bytes of a Data")
      ->check(CLI::Range(0, 1400))
      ->capture_default_str();
  command->add_option("--fib-prefixes", options->fib_prefixes, "Prefixes, of two components")
      ->check(CLI::Range(1u, 200'000'000u))
      ->capture_default_str();
  command->add_option("--outstanding", options->outstanding, "Interests waiting for their Data")
      ->check(CLI::Range(1u, 4'000'000u))
      ->capture_default_str();
  command->add_option("--pit-capacity", options->pit_capacity)
      ->check(CLI::Range(64u, 100'000'000u))
      ->capture_default_str();
  command
      ->add_option_function<std::string>(
          "--pit-structure",
          [options](const std::string& word) { options->pit_structure = pit_structure_of_option(word); },
          "How the router finds a name: name-table, or the PIT study's lht, dht or dhtp")
      ->default_str(std::string(to_string(options->pit_structure)));
  command->add_option("--cs-entries", options->cs_entries, "Data that the content store holds; it is full")
      ->check(CLI::Range(0u, 100'000'000u))
      ->capture_default_str();
  command->add_option("--cs-hit-ratio", options->cs_hit_ratio, "Interests for 4096 names that are cached")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      ->add_option("--pending-prefixes", options->pending_prefixes,
                   "Interests with CanBePrefix that stay pending while others are exchanged")
      ->check(CLI::Range(0u, 65'536u))
      ->capture_default_str();
  command->add_option("--names", options->names, "Distinct names")
      ->check(CLI::Range(10'000u, 100'000'000u))
      ->capture_default_str();
  command
      ->add_option("--route-changes", options->route_changes,
                   "Changes of the FIB a second while packets are forwarded")
      ->capture_default_str();
  command
      ->add_option("--workers", options->workers,
                   "Each exchanges names of its own partition; sizes are shared out among them")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--withhold", options->withhold,
                      "The producer leaves one Interest in so many unanswered (default: none)");
  command
      ->add_option("--colliding", options->colliding,
                   "Names made to fall into one in so many of the name table's buckets (default: anywhere); "
                   "what the table refuses is lost")
      ->check(CLI::Range(1u, 1u << 20));
  command->add_flag("--old-key", options->old_key,
                    "Colliding names were made with another key than the router's");
  command->add_option("--burst", options->burst, "Packets taken from the port at once")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "Of each run")
      ->check(CLI::Range(0.05, 3600.0))
      ->capture_default_str();
  command->add_option("--runs", options->runs)->check(CLI::Range(1, 1000))->capture_default_str();
  command->add_option("--exchanges", options->exchanges,
                      "As many runs as it takes for so many exchanges, instead of --runs");
  command->add_option("--cpu", options->cpus, "CPUs the workers are pinned to, in order (default: none)")
      ->delimiter(',');
  command
      ->add_option("--lines-from", options->lines_from,
                   "A JSON report of a build that counts cache lines (scripts/build lines): print what those "
                   "lines cost at least")
      ->check(CLI::ExistingFile);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, command, &exit_code] {
    complete(*options, *command);
    ExchangeBench bench(*options);
    auto report = bench.run();
    if (!options->lines_from.empty()) {
      report.lines = lines_of_report(options->lines_from);
      for (StructureLines& structure : report.lines) {
        structure.line_ns = random_line_ns(structure.footprint);
      }
    }
    print(*options, report);
    exit_code = report.good() ? exit_ok : exit_failure;
  });
}

}  // namespace augustus::bench
