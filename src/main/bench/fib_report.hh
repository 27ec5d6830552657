// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "main/bench/fib_options.hh"
#include "table/fib_memory.hh"

namespace augustus::bench {

/// One run's lookups.
struct FibRun {
  std::uint64_t lookups = 0;
  double ns = 0;  ///< in lookups, without making and hashing names

  double ns_per_lookup() const { return ns / static_cast<double>(lookups); }
  double per_s() const { return 1e9 / ns_per_lookup(); }
};

struct FibReport {
  table::FibMemory memory;
  std::uint64_t resident_bytes = 0;  ///< what the process grew by while the FIB was filled
  std::uint64_t inserts = 0;
  double insert_ns = 0;  ///< of all, hashing included, without making the names
  double lines_per_lookup = 0;
  std::vector<FibRun> runs;
  std::vector<FibRun> runs_beside_updates;
  double updates_per_s = 0;
  std::uint64_t refused = 0;  ///< prefixes that did not fit, or updates
  std::uint64_t wrong = 0;    ///< lookups that found another prefix or other next hops than they should

  bool good() const { return refused == 0 && wrong == 0; }
};

void print(const FibOptions& options, const FibReport& report);

}  // namespace augustus::bench
