// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::forward {

/// What the name of a strategy may set, with NFD's defaults; each strategy reads those it knows.
struct StrategyParameters {
  /// Exponential retransmission suppression (best-route, multicast, asf).
  std::uint32_t suppression_initial_ms = 10;  ///< retx-suppression-initial: after the first transmission, > 0
  std::uint32_t suppression_max_ms = 250;     ///< retx-suppression-max: at least the first
  float suppression_multiplier = 2;           ///< retx-suppression-multiplier: by each let through, at least 1
  std::uint32_t probing_interval_ms = 60'000;  ///< asf, probing-interval: between probes, at least 1 s
  std::uint32_t max_timeouts = 3;  ///< asf, max-timeouts: in a row, until an upstream counts as timed out
  bool operator==(const StrategyParameters&) const = default;
};

}  // namespace augustus::forward
