// SPDX-License-Identifier: Apache-2.0
#include "main/bench/exchange.hh"

#include <rte_cycles.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "base/mapped_memory.hh"
#include "main/bench/exchange_report.hh"
#include "main/bench/line_cost.hh"
#include "main/bench/route_changes.hh"
#include "main/errors.hh"
#include "traffic/exchange_load.hh"
#include "traffic/line_counter.hh"
#include "traffic/memory_port.hh"

namespace augustus::bench {
namespace {

using std::chrono::milliseconds;

worker::RouterOptions router_options(const ExchangeOptions& options) {
  constexpr unsigned buffers = 65'535;
  worker::RouterOptions router;
  router.workers = 1;
  router.worker_cpus = {options.cpu};
  router.fib_prefixes_max = options.fib_prefixes + options.fib_prefixes / 4 + 1024;
  router.pit_records_max = options.pit_capacity;
  router.name_entries_max = options.pit_capacity + options.cs_entries;
  router.dead_nonces_max = 1u << 17;
  router.store.capacity_packets = options.cs_entries;
  router.store.capacity_bytes = std::max<std::uint64_t>(
      std::uint64_t{options.cs_entries} * (options.name_bytes + options.payload + 256) * 3 / 2, 4u << 20);
  router.small_packets = buffers;
  router.eal_memory_mb = 320;
  return router;
}

/// A router with a port in memory, a load on it, and what was measured.
class ExchangeBench {
 public:
  explicit ExchangeBench(const ExchangeOptions& options)
      : options_(options),
        names_({options.name_bytes, options.components, options.fib_prefixes}, options.names),
        router_(router_options(options)),
        load_({.outstanding = options.outstanding,
               .hit_ratio = options.cs_hit_ratio,
               .payload = options.payload},
              names_, router_.packets()) {
    auto port =
        std::make_unique<traffic::MemoryPort>(load_, options.burst, 0, router_.faces(), router_.packets());
    port_ = port.get();
    router_.add_transport(0, std::move(port), {port_->consumer(), port_->producer()});
    add_routes();
    changes_.emplace(router_.fib(), names_, port_->producer(), options.route_changes);
  }

  ExchangeReport run() {
    const unsigned buffers_in_use = router_.packets().in_use();
    router_.start();
    warm_up();
    port_->count_lines();
    ExchangeReport report;
    std::uint64_t exchanges = 0;
    while (options_.exchanges != 0 ? exchanges < options_.exchanges : report.runs.size() < options_.runs) {
      report.runs.push_back(measure(options_.seconds));
      exchanges += report.runs.back().exchanges;
    }
    load_.stop();
    for (unsigned waited = 0; !load_.drained() && waited < 5000; ++waited) {
      nap();
    }
    router_.stop();
    report.buffers_lost =
        static_cast<std::int64_t>(router_.packets().in_use()) - static_cast<std::int64_t>(buffers_in_use);
    const auto& counts = load_.counts();
    report.interest_bytes = load_.interest_bytes();
    report.data_bytes = load_.data_bytes();
    // Tables ask for their memory in the same way.
    report.pages = to_string(MappedMemory(4u << 20).pages());
    report.completed = counts.completed.value();
    report.sampled = counts.sampled.value();
    report.lost = counts.lost.value();
    report.duplicated = counts.duplicated.value();
    report.altered = counts.altered.value();
    report.from_store = counts.from_store.value();
    report.route_changes_per_s = changes_->per_s();
    report.router = router_.status();
    report.lines = counted_lines(counts.completed.value() - port_->lines_from());
    return report;
  }

 private:
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
    std::uint64_t ticks, feed, check, exchanges;
  };

  void add_routes() {
    for (std::uint32_t prefix = 0; prefix < options_.fib_prefixes; ++prefix) {
      const auto name = wire::Name::from_value(names_.prefix(prefix));
      if (router_.fib().set(*name, {{port_->producer(), 0}}) != table::FibOutcome::ok) {
        throw std::runtime_error("a prefix does not fit the FIB");
      }
    }
  }

  /// Until the content store is full and every table has been walked through.
  void warm_up() {
    const std::uint64_t enough =
        2ull * options_.cs_entries + 4ull * options_.outstanding + options_.names / 10;
    std::uint64_t before = 0;
    for (unsigned stuck = 0; before < enough; nap()) {
      const std::uint64_t now = load_.counts().completed.value();
      stuck = now == before ? stuck + 1 : 0;
      before = now;
      if (stuck > 5000) {
        throw std::runtime_error("no exchange completes");
      }
    }
  }

  Reading read() const {
    return {rte_rdtsc(), port_->feed_ticks(), port_->check_ticks(), load_.counts().completed.value()};
  }

  ExchangeRun measure(double seconds) {
    const Reading start = read();
    changes_->run_for(seconds);
    const Reading end = read();
    const double ns_per_tick = 1e9 / static_cast<double>(rte_get_tsc_hz());
    ExchangeRun run;
    run.exchanges = end.exchanges - start.exchanges;
    run.feed_ns = static_cast<double>(end.feed - start.feed) * ns_per_tick;
    run.check_ns = static_cast<double>(end.check - start.check) * ns_per_tick;
    run.router_ns = static_cast<double>(end.ticks - start.ticks) * ns_per_tick - run.feed_ns - run.check_ns;
    return run;
  }

  static void nap() { std::this_thread::sleep_for(milliseconds(1)); }

  ExchangeOptions options_;
  traffic::NameList names_;
  worker::Router router_;
  traffic::ExchangeLoad load_;
  traffic::MemoryPort* port_ = nullptr;  ///< owned by the worker
  std::optional<RouteChanges> changes_;
};

}  // namespace

void register_exchange(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<ExchangeOptions>();
  auto* command = bench.add_subcommand(
      "exchange", "Interests and their Data, in memory, through the whole router: parse to send");
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
  command->add_option("--cs-entries", options->cs_entries, "Data that the content store holds; it is full")
      ->check(CLI::Range(0u, 100'000'000u))
      ->capture_default_str();
  command->add_option("--cs-hit-ratio", options->cs_hit_ratio, "Interests for 4096 names that are cached")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--names", options->names, "Distinct names")
      ->check(CLI::Range(10'000u, 100'000'000u))
      ->capture_default_str();
  command
      ->add_option("--route-changes", options->route_changes,
                   "Changes of the FIB a second while packets are forwarded")
      ->capture_default_str();
  command->add_option("--burst", options->burst, "Packets taken from the port at once")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "Of each run")
      ->check(CLI::Range(0.05, 3600.0))
      ->capture_default_str();
  command->add_option("--runs", options->runs)->check(CLI::Range(1, 1000))->capture_default_str();
  command->add_option("--exchanges", options->exchanges,
                      "As many runs as it takes for so many exchanges, instead of --runs");
  command->add_option("--cpu", options->cpu, "CPU the worker is pinned to (default: none)");
  command
      ->add_option("--lines-from", options->lines_from,
                   "A JSON report of a build that counts cache lines (scripts/build lines): print what those "
                   "lines cost at least")
      ->check(CLI::ExistingFile);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_code] {
    // A name must have left the store when it is asked for again.
    const std::uint64_t names_min = 4096 + 2ull * (options->cs_entries + options->outstanding);
    if (options->names < names_min) {
      throw UsageError("this content store and these outstanding Interests need " +
                       std::to_string(names_min) + " names (--names)");
    }
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
