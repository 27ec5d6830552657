// SPDX-License-Identifier: Apache-2.0
#include "main/bench/pit.hh"

#include <pthread.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>

#include "main/bench/memory_latency.hh"
#include "main/bench/pit_bench.hh"
#include "main/bench/pit_formulas.hh"
#include "main/errors.hh"
#include "model/pit_model.hh"
#include "table/study/cbf.hh"
#include "table/study/enpt.hh"
#include "table/study/router_table.hh"

namespace augustus::bench {

std::uint64_t resident_bytes() {
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint32_t pending_of(const PitOptions& options, std::uint32_t entries) {
  return options.load > 0.5 ? entries / 2 : entries;
}

table::study::PendingSizes table_sizes(const PitNames& names, std::uint32_t entries) {
  // Paths and components are there before an expired entry's go.
  const auto at_most = [](std::uint64_t wanted) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, 0x7fff'ffff));
  };
  return {.entries_max = entries,
          .name_bytes_max = names.name_bytes(),
          .extra_faces_max = 1024,
          .component_bytes_max = names.component_bytes_max(),
          .components_max = at_most(std::min(names.component_count(), names.prefix_count(entries)) + 64),
          .nodes_max = at_most(names.prefix_count(entries) + 64)};
}

double formula_bytes(const std::string& structure, std::uint32_t entries, unsigned name_bytes) {
  if (structure == "lht") {
    return model::pit::lht_bytes(entries, name_bytes);
  }
  if (structure == "dht" || structure == "dhtp") {
    return model::pit::dht_bytes(entries, name_bytes);
  }
  return structure == "cbf" ? model::pit::cbf_bytes(entries) : 0;
}

namespace {

using namespace table::study;
using table::PitStructure;

/// Entries of the tables in which accesses are counted, at most: more would only take longer.
constexpr std::uint32_t counted_entries_max = 1'000'000;

template <typename>
using Router = RouterTable;
template <typename>
using RouterWithLht = RouterTableWith<PitStructure::lht>;
template <typename>
using RouterWithDht = RouterTableWith<PitStructure::dht>;
template <typename>
using RouterWithDhtp = RouterTableWith<PitStructure::dhtp>;
template <typename Accesses>
using EnptWithLht = Enpt<Lht, Accesses>;
template <typename Accesses>
using EnptWithDht = Enpt<SequentialDht, Accesses>;

template <template <typename> typename Table>
PitReport measure(const std::string& structure, const PitOptions& options) {
  PitReport report{.structure = structure, .entries = options.entries};
  report.formula_bytes = formula_bytes(structure, options.entries, options.name_bytes);
  if (options.memory_only) {
    const PitNames names(options.name_bytes, options.components, std::uint64_t{8} * options.entries);
    report.memory_bytes = Table<NoAccesses>(table_sizes(names, options.entries)).memory_bytes();
    return report;
  }
  {
    const auto bench = std::make_unique<PitBench<Table<NoAccesses>>>(options, options.entries);
    for (unsigned i = 0; i < options.runs; ++i) {
      report.runs.push_back(bench->measure());
    }
    if (options.operations != 0) {
      bench->time_operations(report);
    }
    bench->report_to(report);
  }
  if constexpr (!std::is_base_of_v<RouterTable, Table<CountedAccesses>>) {
    report.accesses = std::make_unique<PitBench<Table<CountedAccesses>>>(
                          options, std::min(options.entries, counted_entries_max))
                          ->count_accesses();
  }
  return report;
}

struct Structure {
  const char* name;
  PitReport (*measure)(const std::string& structure, const PitOptions& options);
  unsigned components_max;
};

constexpr unsigned any = ~0u;
constexpr Structure structures[] = {
    {"lht", measure<Lht>, any},
    {"dht", measure<SequentialDht>, any},
    {"dhtp", measure<ParallelDht>, any},
    {"cbf", measure<Cbf>, any},
    {"enpt-lht", measure<EnptWithLht>, Enpt<Lht>::components_of_name_max},
    {"enpt", measure<EnptWithDht>, Enpt<Lht>::components_of_name_max},
    {"name-table", measure<Router>, any},
    {"name-table-lht", measure<RouterWithLht>, any},
    {"name-table-dht", measure<RouterWithDht>, any},
    {"name-table-dhtp", measure<RouterWithDhtp>, any},
};

std::vector<std::string> structure_names() {
  std::vector<std::string> names;
  for (const Structure& structure : structures) {
    names.emplace_back(structure.name);
  }
  return names;
}

void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  if (pthread_setaffinity_np(pthread_self(), sizeof(set), &set) != 0) {
    throw UsageError("this process may not use CPU " + std::to_string(cpu));
  }
}

int run(PitOptions options) {
  if (options.formulas) {
    print_pit_formulas();
    return exit_ok;
  }
  if (options.memory_latency) {
    print_memory_latency();
    return exit_ok;
  }
  if (options.structures.empty()) {
    options.structures = structure_names();
  }
  if (options.cpu >= 0) {
    pin(options.cpu);
  }
  std::vector<PitReport> reports;
  for (const Structure& structure : structures) {
    if (std::find(options.structures.begin(), options.structures.end(), structure.name) ==
        options.structures.end()) {
      continue;
    }
    if (options.components > structure.components_max) {
      throw UsageError(std::string(structure.name) + " takes names of " +
                       std::to_string(structure.components_max) + " components at most");
    }
    try {
      reports.push_back(structure.measure(structure.name, options));
    } catch (const std::invalid_argument& error) {
      throw UsageError(error.what());
    }
  }
  print(options, reports);
  return std::all_of(reports.begin(), reports.end(), [](const PitReport& report) { return report.good(); })
             ? exit_ok
             : exit_failure;
}

void add_options(CLI::App& command, PitOptions& options) {
  const auto add = [&command](const char* flag, auto& value, const char* help) {
    return command.add_option(flag, value, help)->capture_default_str();
  };
  command.add_option("--structure", options.structures, "Which to measure, one or several (default: all)")
      ->delimiter(',')
      ->check(CLI::IsMember(structure_names()));
  add("--entries", options.entries, "Names that the table has room for")
      ->check(CLI::Range(100u, 200'000'000u));
  add("--load", options.load, "Share of Interests in all packets; beyond 0.5, the others expire")
      ->check(CLI::Range(0.5, 1.0));
  add("--name-bytes", options.name_bytes, "Bytes of a name's components with their headers")
      ->check(CLI::Range(3, 2000));
  add("--components", options.components, "Components of each name")->check(CLI::Range(1, 300));
  add("--burst", options.burst,
      "Packets taken at once, asking for what they will touch first; 1: one by one, without asking")
      ->check(CLI::Range(1u, static_cast<unsigned>(PitTraffic::chunk_packets)));
  command.add_option("--packets", options.packets, "Of each run, whatever time they take");
  add("--seconds", options.seconds, "Of each run, making of names included")
      ->check(CLI::Range(0.001, 3600.0));
  add("--runs", options.runs, "")->check(CLI::Range(1, 1000));
  add("--operations", options.operations, "Operations timed one by one, for how even their times are")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000'000}));
  command.add_option("--cpu", options.cpu, "CPU that measures (default: any)");
  command.add_flag("--memory", options.memory_only, "Only make the tables, and say what memory they take");
  command.add_flag("--memory-latency", options.memory_latency,
                   "Print what reading memory takes on this machine, as JSON; nothing else");
  command.add_flag("--formulas", options.formulas,
                   "Print what the paper's formulas give, as JSON; measure nothing");
  command.add_flag("--json", options.json, "Print JSON");
}

}  // namespace

void register_pit(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<PitOptions>();
  auto* command =
      bench.add_subcommand("pit", "Structures for a PIT: packets a second, memory, accesses, evenness");
  add_options(*command, *options);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace augustus::bench
