// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::bench {

/// Nanoseconds that reading one random line within `footprint` bytes takes when each read tells where the
/// next one is. Pages as tables get them.
double chased_line_ns(std::uint64_t footprint);

/// Prints as JSON, for footprints from a cache's to DRAM's, this and what a line costs when many are asked
/// for ahead (line_cost).
void print_memory_latency();

}  // namespace augustus::bench
