// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace augustus::bench {

/// The workload of `augustus bench pit`; the defaults are the PIT study's flow balance at 10 Gbps.
struct PitOptions {
  std::vector<std::string> structures;  ///< empty: all
  std::uint32_t entries = 62'000;
  double load = 0.5;
  unsigned name_bytes = 50;
  unsigned components = 4;
  unsigned burst = 32;
  std::uint64_t packets = 0;  ///< of each run; 0: as many as `seconds` allow
  double seconds = 1;
  unsigned runs = 3;
  std::uint64_t operations = 0;  ///< timed one by one; 0: none
  int cpu = -1;
  bool memory_only = false;  ///< make the tables, no traffic
  bool formulas = false;
  bool memory_latency = false;
  bool json = false;
};

}  // namespace augustus::bench
