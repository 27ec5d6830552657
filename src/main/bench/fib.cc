// SPDX-License-Identifier: Apache-2.0
#include "main/bench/fib.hh"

#include <pthread.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <random>

#include "base/clock.hh"
#include "main/bench/fib_names.hh"
#include "main/bench/fib_report.hh"
#include "main/bench/fib_updater.hh"
#include "main/errors.hh"

namespace augustus::bench {
namespace {

using table::FibOutcome;

/// Names made and hashed ahead of the clock; few enough to stay in the second-level cache.
constexpr std::size_t chunk = 512;

std::uint64_t resident_bytes() {
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

double seconds_since(TimeNs start) {
  return static_cast<double>(monotonic_now() - start) / 1e9;
}

void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  if (pthread_setaffinity_np(pthread_self(), sizeof(set), &set) != 0) {
    throw UsageError("this process may not use CPU " + std::to_string(cpu));
  }
}

/// What the paper has: 130 million prefixes in 2^26 buckets.
std::uint32_t prefixes_of_paper(unsigned buckets_log2) {
  return static_cast<std::uint32_t>((std::uint64_t{130'000'000} << buckets_log2) >> 26);
}

table::PrefixTableSizes sizes_of(const FibOptions& options) {
  const std::uint64_t absent = std::uint64_t{options.absent_lengths} * options.absent_prefixes;
  const std::uint64_t prefixes =
      options.prefixes + absent + (options.update_rate != 0 ? FibUpdater::added_max : 0);
  const std::uint64_t name_bytes = (options.prefix_bytes + 2 + 63) / 64 * 64;
  // A tenth more, for overflow buckets and what waits for readers.
  return {.prefixes_max = static_cast<std::uint32_t>(prefixes),
          .name_bytes_max = prefixes * name_bytes / 10 * 11 + absent * 256 + (16u << 20),
          .buckets_log2 = options.buckets_log2};
}

/// Bytes from one name of a chunk to the next: an odd number of cache lines, so that names spread over the
/// sets.
std::size_t stride_of(const FibOptions& options) {
  const std::size_t bytes = FibNames::name_bytes(options.prefix_bytes, options.name_components);
  return ((bytes + 63) / 64 | 1) * 64;
}

class FibBench {
 public:
  explicit FibBench(const FibOptions& options)
      : options_(options),
        names_(options.prefix_bytes, options.depths, options.name_components),
        hash_(key_),
        resident_before_(resident_bytes()),
        fib_(sizes_of(options), key_, quiescence_),
        stride_(stride_of(options)),
        bytes_(chunk * stride_),
        views_(chunk),
        numbers_(chunk),
        lookups_(chunk),
        matches_(chunk) {}

  FibReport run() {
    insert_all();
    insert_absent();
    report_.memory = fib_.memory();
    report_.resident_bytes = resident_bytes() - resident_before_;
    quiescence_.online(0);
    count_lines();
    for (unsigned i = 0; i < options_.runs; ++i) {
      report_.runs.push_back(measure());
    }
    if (options_.update_rate != 0) {
      measure_beside_updates();
    }
    quiescence_.offline(0);
    return report_;
  }

 private:
  void insert_all() {
    std::vector<std::size_t> lengths(chunk);
    TimeNs spent = 0;
    for (std::uint32_t first = 0; first < options_.prefixes; first += chunk) {
      const std::uint32_t count = std::min<std::uint32_t>(chunk, options_.prefixes - first);
      for (std::uint32_t i = 0; i < count; ++i) {
        lengths[i] = names_.write_prefix(first + i, name(i));
      }
      const TimeNs start = monotonic_now();
      for (std::uint32_t i = 0; i < count; ++i) {
        const table::NextHop hop = next_hops_.of(first + i, 0);
        report_.refused += fib_.set({name(i), lengths[i]}, {&hop, 1}) == FibOutcome::ok ? 0 : 1;
      }
      spent += monotonic_now() - start;
    }
    report_.inserts = options_.prefixes;
    report_.insert_ns = static_cast<double>(spent);
  }

  /// Prefixes of lengths that no name looked up has any of.
  void insert_absent() {
    unsigned left = options_.absent_lengths;
    for (unsigned depth = 1; left != 0; ++depth) {
      if (std::find(options_.depths.begin(), options_.depths.end(), depth) != options_.depths.end()) {
        continue;
      }
      --left;
      for (std::uint32_t i = 0; i < options_.absent_prefixes; ++i) {
        const std::size_t length = names_.write_of_depth(options_.prefixes + i, depth, name(0));
        const table::NextHop hop{wrong_face, 0};
        report_.refused += fib_.set({name(0), length}, {&hop, 1}) == FibOutcome::ok ? 0 : 1;
      }
    }
  }

  /// Names below prefixes drawn at random.
  void draw(std::size_t count) {
    std::uniform_int_distribution<std::uint32_t> any(0, options_.prefixes - 1);
    for (std::size_t i = 0; i < count; ++i) {
      numbers_[i] = any(random_);
      const std::size_t length = names_.write_name(numbers_[i], name(i));
      const table::SplitName split(hash_, {name(i), length});
      wire::PacketView& view = views_[i];
      view.name_length = static_cast<std::uint16_t>(length);
      view.component_count = static_cast<std::uint16_t>(split.count);
      view.component_end = split.end;
      view.prefix_hash = split.prefix_hash;
      lookups_[i] = {&view, name(i), &matches_[i]};
    }
  }

  void check(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const table::FibMatch& match = matches_[i];
      const std::uint32_t number = numbers_[i];
      const bool right = match && match.prefix_components == names_.depth(number) &&
                         match.next_hops->size() == 1 &&
                         match.next_hops->front().face == next_hops_.of(number, 0).face;
      report_.wrong += right ? 0 : 1;
    }
  }

  void count_lines() {
    constexpr unsigned chunks = 20;
    std::uint64_t lines = 0;
    for (unsigned i = 0; i < chunks; ++i) {
      draw(chunk);
      for (std::size_t j = 0; j < chunk; ++j) {
        lines += fib_.lines_read(*lookups_[j].view, lookups_[j].packet);
      }
      quiescence_.quiescent(0);
    }
    report_.lines_per_lookup = static_cast<double>(lines) / (chunks * chunk);
  }

  FibRun measure() {
    FibRun run;
    TimeNs spent = 0;
    const TimeNs begin = monotonic_now();
    while (options_.lookups != 0 ? run.lookups < options_.lookups : seconds_since(begin) < options_.seconds) {
      draw(chunk);
      const TimeNs start = monotonic_now();
      for (std::size_t first = 0; first < chunk; first += options_.burst) {
        fib_.find_longest({&lookups_[first], std::min<std::size_t>(options_.burst, chunk - first)});
      }
      spent += monotonic_now() - start;
      check(chunk);
      quiescence_.quiescent(0);
      run.lookups += chunk;
    }
    run.ns = static_cast<double>(spent);
    return run;
  }

  void measure_beside_updates() {
    FibUpdater updater(fib_, names_, next_hops_, options_.prefixes, options_.update_rate);
    const TimeNs begin = monotonic_now();
    for (unsigned i = 0; i < options_.runs; ++i) {
      report_.runs_beside_updates.push_back(measure());
    }
    report_.updates_per_s = static_cast<double>(updater.updates()) / seconds_since(begin);
    report_.refused += updater.refused();
  }

  std::uint8_t* name(std::size_t i) { return bytes_.data() + i * stride_; }
  static constexpr FaceId wrong_face = 255;

  FibOptions options_;
  FibNames names_;
  FibNextHops next_hops_{options_.next_hop_sets};
  HashKey key_ = HashKey::random();
  KeyedHash hash_;
  Quiescence quiescence_{1};
  std::uint64_t resident_before_;
  table::Fib fib_;
  std::mt19937_64 random_{1};
  std::size_t stride_;
  std::vector<std::uint8_t> bytes_;
  std::vector<wire::PacketView> views_;
  std::vector<std::uint32_t> numbers_;
  std::vector<table::FibLookup> lookups_;
  std::vector<table::FibMatch> matches_;
  FibReport report_;
};

/// Fills in what follows from other options, and refuses what does not go together.
FibOptions completed(FibOptions options) {
  if (options.prefixes == 0) {
    options.prefixes = prefixes_of_paper(options.buckets_log2);
  }
  const unsigned deepest = *std::max_element(options.depths.begin(), options.depths.end());
  if (options.name_components == 0) {
    options.name_components = deepest + 4;
  }
  if (options.name_components < deepest) {
    throw UsageError("--name-components: names are at least as deep as the deepest prefix");
  }
  if (options.absent_lengths + options.depths.size() > wire::prefix_components_max) {
    throw UsageError("--absent-lengths: there are " + std::to_string(wire::prefix_components_max) +
                     " lengths in all");
  }
  return options;
}

void add_options(CLI::App& command, FibOptions& options) {
  const auto add = [&command](const char* flag, auto& value, const char* help) {
    return command.add_option(flag, value, help)->capture_default_str();
  };
  add("--buckets-log2", options.buckets_log2, "Buckets of 7 prefixes, as a power of two")
      ->check(CLI::Range(1, 30));
  command
      .add_option("--prefixes", options.prefixes,
                  "Prefixes (default: the paper's 1.94 a bucket, 130 million in 2^26)")
      ->check(CLI::Range(1u, 1'000'000'000u));
  add("--prefix-bytes", options.prefix_bytes, "Bytes of a prefix's components with their headers")
      ->check(CLI::Range(6, 2000));
  add("--depths", options.depths, "Components of prefixes: these lengths, in equal shares")
      ->check(CLI::Range(1u, wire::prefix_components_max))
      ->delimiter(',');
  command
      .add_option("--name-components", options.name_components,
                  "Components of the names looked up (default: 4 more than the deepest prefix)")
      ->check(CLI::Range(1, 300));
  add("--absent-lengths", options.absent_lengths,
      "Further lengths, from 1 on, that the FIB has prefixes of, but none of any name looked up")
      ->check(CLI::Range(0u, wire::prefix_components_max));
  add("--absent-prefixes", options.absent_prefixes, "Prefixes of each of those")
      ->check(CLI::Range(1u, 10'000'000u));
  add("--next-hop-sets", options.next_hop_sets, "Different next hops")->check(CLI::Range(1u, 500'000u));
  add("--update-rate", options.update_rate,
      "Updates a second by a thread beside (inserts, removals and rewrites), in runs of their own");
  add("--burst", options.burst, "Names looked up at once")
      ->check(CLI::Range(std::size_t{1}, table::Fib::run_max));
  command.add_option("--lookups", options.lookups, "Of each run, whatever time they take");
  add("--seconds", options.seconds, "Of each run, making of names included")->check(CLI::Range(0.01, 3600.0));
  add("--runs", options.runs, "")->check(CLI::Range(1, 1000));
  command.add_option("--cpu", options.cpu, "CPU that looks up (default: any)");
  command.add_flag("--json", options.json, "Print JSON");
}

}  // namespace

void register_fib(CLI::App& bench, int& exit_code) {
  auto options = std::make_shared<FibOptions>();
  auto* command = bench.add_subcommand("fib", "Inserts and longest-prefix lookups in a FIB of any size");
  add_options(*command, *options);
  command->callback([options, &exit_code] {
    const FibOptions given = completed(*options);
    std::optional<FibNames> possible;
    try {
      possible.emplace(given.prefix_bytes, given.depths, given.name_components);
    } catch (const std::invalid_argument& error) {
      throw UsageError(error.what());
    }
    if (given.cpu >= 0) {
      pin(given.cpu);
    }
    const FibReport report = FibBench(given).run();
    print(given, report);
    exit_code = report.good() ? exit_ok : exit_failure;
  });
}

}  // namespace augustus::bench
