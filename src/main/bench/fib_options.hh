// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace augustus::bench {

/// The workload of `augustus bench fib`; the defaults are the Augustus paper's prefixes and load
/// (section 4.3) at 2^20 buckets.
struct FibOptions {
  unsigned buckets_log2 = 20;
  std::uint32_t prefixes = 0;  ///< 0: as many a bucket as the paper has, 130 million in 2^26
  unsigned prefix_bytes = 57;
  std::vector<unsigned> depths = {4};
  unsigned name_components = 0;  ///< of the names looked up; 0: four more than the deepest prefix
  unsigned absent_lengths = 0;
  std::uint32_t absent_prefixes = 16;
  std::uint32_t next_hop_sets = 64;
  std::uint64_t update_rate = 0;
  unsigned burst = 64;
  std::uint64_t lookups = 0;  ///< of each run; 0: as many as `seconds` allow
  double seconds = 1;
  unsigned runs = 5;
  int cpu = -1;
  bool json = false;
};

}  // namespace augustus::bench
