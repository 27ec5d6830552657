// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "main/bench/pit_options.hh"
#include "table/study/pending_table.hh"

namespace augustus::bench {

struct PitRun {
  std::uint64_t packets = 0;
  double ns = 0;  ///< without making names and checking

  double packets_per_s() const { return 1e9 * static_cast<double>(packets) / ns; }
};

/// What operations met. Every Interest is for a name that is not pending, every Data for one that is.
struct PitOutcomes {
  std::uint64_t interests = 0, data = 0;
  std::uint64_t refused = 0;    ///< Interests: no room
  std::uint64_t mistaken = 0;   ///< Interests taken for pending ones
  std::uint64_t unmatched = 0;  ///< Data for which nothing was pending
};

struct PitAccesses {
  std::uint32_t entries = 0;  ///< of the table in which they were counted; 0: they were not
  double interest = 0, data = 0;
  std::uint64_t interest_most = 0, data_most = 0;
};

/// Nanoseconds of single operations.
struct PitTimes {
  double median = 0, p99 = 0, p9999 = 0, longest = 0;
};

struct PitReport {
  std::string structure;
  table::study::PendingTraits traits{};
  std::uint32_t entries = 0;
  std::uint32_t pending = 0;  ///< Interests at a time that live
  std::uint32_t size = 0;     ///< entries at the end
  std::uint64_t memory_bytes = 0, resident_bytes = 0;
  double formula_bytes = 0;  ///< the paper's; 0: it has none
  std::vector<PitRun> runs;
  PitOutcomes outcomes;
  PitAccesses accesses;
  std::uint64_t operations = 0;  ///< timed one by one
  PitTimes times, clock;         ///< with an operation between two readings of the clock, and without

  /// Nothing happened but what may: only false positives take an Interest for another.
  bool good() const;
};

void print(const PitOptions& options, const std::vector<PitReport>& reports);

}  // namespace augustus::bench
