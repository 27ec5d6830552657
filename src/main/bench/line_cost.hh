// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "main/bench/exchange_report.hh"

namespace augustus::bench {

/// Nanoseconds that reading one line costs, of random ones within `footprint` bytes, 32 asked for ahead.
/// Pages as tables get them. Takes some tens of milliseconds.
double random_line_ns(std::uint64_t footprint);

/// The lines that a JSON report of `bench exchange` says were counted. Throws UsageError when there are none.
std::vector<StructureLines> lines_of_report(const std::string& path);

}  // namespace augustus::bench
