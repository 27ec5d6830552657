// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "base/clock.hh"
#include "base/keyed_hash.hh"
#include "main/bench/pit_report.hh"
#include "main/bench/pit_traffic.hh"
#include "main/bench/tick_clock.hh"
#include "table/study/access_count.hh"
#include "table/study/pending_table.hh"
#include "traffic/load/latency_histogram.hh"

namespace augustus::bench {

/// What the process has of memory, bytes.
std::uint64_t resident_bytes();

/// Interests that live at a time, in a table of this size: all it holds in flow balance; otherwise half, for
/// what has expired stays until its place is needed.
std::uint32_t pending_of(const PitOptions& options, std::uint32_t entries);

table::study::PendingSizes table_sizes(const PitNames& names, std::uint32_t entries);

/// The bytes that the paper's formula gives, 0 when there is none.
double formula_bytes(const std::string& structure, std::uint32_t entries, unsigned name_bytes);

/// One table under the traffic of the options.
template <table::study::PendingTable Table>
class PitBench {
 public:
  PitBench(const PitOptions& options, std::uint32_t entries)
      : options_(options),
        entries_(entries),
        names_(options.name_bytes, options.components, std::uint64_t{8} * entries),
        traffic_(names_, options.load, pending_of(options, entries)),
        resident_before_(resident_bytes()),
        table_(std::make_unique<Table>(table_sizes(names_, entries))) {
    // Until entries come and go at the same rate, those that expire too.
    const std::uint64_t interests =
        std::uint64_t{pending_of(options, entries)} * (options.load > 0.5 ? 3 : 1);
    while (outcomes_.interests < interests) {
      run_chunk(options.burst);
    }
  }

  PitRun measure() {
    PitRun run;
    const TimeNs begin = monotonic_now();
    while (options_.packets != 0 ? run.packets < options_.packets
                                 : static_cast<double>(monotonic_now() - begin) < 1e9 * options_.seconds) {
      const auto [packets, ns] = run_chunk(options_.burst);
      run.packets += packets;
      run.ns += ns;
    }
    return run;
  }

  PitAccesses count_accesses() {
    constexpr unsigned chunks = 400;
    PitAccesses counted{.entries = entries_};
    std::array<std::uint64_t, 2> operations{}, sums{}, most{};
    for (unsigned i = 0; i < chunks; ++i) {
      chunk_ = traffic_.next_chunk();
      for (std::size_t at = 0; at < chunk_.size(); ++at) {
        const std::uint64_t before = table_->accesses();
        hash(at);
        operate(at, chunk_[at].now);
        const std::uint64_t accesses = table_->accesses() - before;
        const bool interest = chunk_[at].is_interest;
        ++operations[interest];
        sums[interest] += accesses;
        most[interest] = std::max(most[interest], accesses);
      }
      check();
    }
    const auto mean = [&](bool interest) {
      return static_cast<double>(sums[interest]) /
             std::max<double>(1, static_cast<double>(operations[interest]));
    };
    counted.interest = mean(true);
    counted.data = mean(false);
    counted.interest_most = most[1];
    counted.data_most = most[0];
    return counted;
  }

  void time_operations(PitReport& report) {
    const TickClock clock;
    const auto times = std::make_unique<traffic::LatencyHistogram>();
    while (times->count() < options_.operations) {
      chunk_ = traffic_.next_chunk();
      for (std::size_t at = 0; at < chunk_.size(); ++at) {
        const std::uint64_t start = clock.ticks();
        hash(at);
        operate(at, chunk_[at].now);
        times->add(clock.ticks() - start);
      }
      check();
    }
    const auto nothing = std::make_unique<traffic::LatencyHistogram>();
    while (nothing->count() < options_.operations) {
      const std::uint64_t start = clock.ticks();
      nothing->add(clock.ticks() - start);
    }
    report.operations = options_.operations;
    report.times = times_of(*times, clock.ns_per_tick());
    report.clock = times_of(*nothing, clock.ns_per_tick());
  }

  void report_to(PitReport& report) const {
    report.traits = Table::traits;
    report.entries = entries_;
    report.pending = pending_of(options_, entries_);
    report.size = table_->size();
    report.memory_bytes = table_->memory_bytes();
    report.resident_bytes = resident_bytes() - resident_before_;
    report.outcomes = outcomes_;
  }

 private:
  using Packet = PitTraffic::Packet;
  static constexpr std::size_t chunk_max = PitTraffic::chunk_packets + 1;

  struct Spent {
    std::uint64_t packets;
    double ns;
  };

  static PitTimes times_of(const traffic::LatencyHistogram& ticks, double ns) {
    return {.median = static_cast<double>(ticks.percentile(50)) * ns,
            .p99 = static_cast<double>(ticks.percentile(99)) * ns,
            .p9999 = static_cast<double>(ticks.percentile(99.99)) * ns,
            .longest = static_cast<double>(ticks.max()) * ns};
  }

  Spent run_chunk(unsigned burst) {
    chunk_ = traffic_.next_chunk();
    const TimeNs start = monotonic_now();
    for (std::size_t first = 0; first < chunk_.size(); first += burst) {
      run_burst(first, std::min<std::size_t>(chunk_.size(), first + burst));
    }
    const Spent spent{chunk_.size(), static_cast<double>(monotonic_now() - start)};
    check();
    return spent;
  }

  void run_burst(std::size_t first, std::size_t end) {
    for (std::size_t at = first; at < end; ++at) {
      hash(at);
    }
    if (end - first > 1) {
      for (unsigned step = 0; step < Table::prefetch_steps; ++step) {
        for (std::size_t at = first; at < end; ++at) {
          table_->prefetch(chunk_[at].name, step);
        }
      }
    }
    for (std::size_t at = first; at < end; ++at) {
      operate(at, chunk_[first].now);
    }
  }

  void hash(std::size_t at) { chunk_[at].name.key.hash = hash_of(chunk_[at].name); }

  std::uint64_t hash_of(const table::study::PendingName& name) const {
    std::uint64_t hash = hash_.empty();
    std::size_t begin = 0;
    for (const std::uint16_t end : name.component_end) {
      hash = hash_.extend(hash, name.key.bytes.subspan(begin, end - begin));
      begin = end;
    }
    return hash;
  }

  void operate(std::size_t at, table::study::TimeMs now) {
    const Packet& packet = chunk_[at];
    table_->advance(now);
    if (packet.is_interest) {
      met_[at] = table_->on_interest(
          {packet.name, 1, static_cast<std::uint32_t>(packet.number), PitTraffic::lifetime}, now);
    } else {
      table::study::FaceList faces;
      matched_[at] = table_->on_data(packet.name, now, faces);
    }
  }

  void check() {
    using table::study::InterestOutcome;
    for (std::size_t at = 0; at < chunk_.size(); ++at) {
      if (chunk_[at].is_interest) {
        ++outcomes_.interests;
        outcomes_.refused += met_[at] == InterestOutcome::full ? 1 : 0;
        outcomes_.mistaken +=
            met_[at] != InterestOutcome::full && met_[at] != InterestOutcome::inserted ? 1 : 0;
      } else {
        ++outcomes_.data;
        outcomes_.unmatched += matched_[at] ? 0 : 1;
      }
    }
    if constexpr (!Table::traits.timers) {
      forget_unanswered();
    }
  }

  /// What timers would do, outside the clock.
  void forget_unanswered() {
    for (table::study::PendingName name : traffic_.unanswered()) {
      name.key.hash = hash_of(name);
      table::study::FaceList faces;
      table_->on_data(name, 0, faces);
    }
  }

  PitOptions options_;
  std::uint32_t entries_;
  PitNames names_;
  PitTraffic traffic_;
  KeyedHash hash_{HashKey::random()};
  std::uint64_t resident_before_;
  std::unique_ptr<Table> table_;
  std::span<Packet> chunk_;
  std::array<table::study::InterestOutcome, chunk_max> met_;
  std::array<bool, chunk_max> matched_;
  PitOutcomes outcomes_;
};

}  // namespace augustus::bench
