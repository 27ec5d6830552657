// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "main/bench/store_options.hh"

namespace augustus::bench {

/// How well an emulated SSD keeps the rate it is to have when its caller waits for each read, Gbps (figure 4
/// of the hierarchical content store's paper).
struct DeviceRates {
  double fixed = 0;    ///< its content is in memory from the start (static)
  double dynamic = 0;  ///< its content is made when it is read
};

/// Reads of `read_bytes` at random places, one after the other, by the delay in `options`.
DeviceRates measure_device(const StoreBenchOptions& options, std::size_t read_bytes);

}  // namespace augustus::bench
