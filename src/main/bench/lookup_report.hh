// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "main/bench/lookup_options.hh"

namespace augustus::bench {

struct LookupRun {
  double seconds = 0;         ///< by the clock on the wall
  double lookup_seconds = 0;  ///< of them in lookups, names ready
  double cpu_seconds = 0;     ///< in which the process ran
  std::uint64_t lookups = 0;
  std::uint64_t major_faults = 0;  ///< pages that had to come from a disk

  double ns_per_lookup() const { return lookup_seconds * 1e9 / static_cast<double>(lookups); }
};

struct LookupReport {
  std::uint64_t segments = 0;  ///< held
  std::size_t data_bytes = 0;  ///< of each
  std::vector<LookupRun> runs;
  std::uint64_t missing = 0;  ///< segments that were not found

  bool good() const { return missing == 0; }
};

void print(const LookupOptions& options, const LookupReport& report);

}  // namespace augustus::bench
