// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/ssd/ssd_files.hh"

namespace augustus::scenario {

/// A disk in memory that takes no time, so that a case may hold the clock.
inline store::SsdPlace emulated_ssd(std::uint64_t bytes) {
  return {"(emulated)", bytes, store::EmulatedPlace{.bits_per_second = 1e18}};
}

}  // namespace augustus::scenario
