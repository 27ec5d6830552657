// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "element/graph_set.hh"
#include "main/bench/exchange_options.hh"
#include "worker/router.hh"

namespace augustus::bench {

/// One run's time and exchanges.
struct ExchangeRun {
  std::uint64_t exchanges = 0;
  double router_ns = 0;  ///< time in the router, without making and checking packets; of the average worker
  double feed_ns = 0;
  double check_ns = 0;

  double ns_per_exchange() const { return router_ns / static_cast<double>(exchanges); }
  double per_s() const { return 1e9 / ns_per_exchange(); }
  double per_s_with_feed() const { return 1e9 * static_cast<double>(exchanges) / (router_ns + feed_ns); }
};

/// What an exchange costs in one structure.
struct StructureLines {
  std::string what;
  double lines = 0;             ///< distinct cache lines of one exchange, on average
  std::uint64_t footprint = 0;  ///< bytes of all its lines that were touched
  double line_ns = 0;           ///< a prefetched random line over such a footprint; 0: not measured
};

struct ExchangeReport {
  std::vector<ExchangeRun> runs;
  std::size_t interest_bytes = 0;
  std::size_t data_bytes = 0;
  std::string pages;
  std::uint64_t completed = 0;  ///< in all, warming up included
  std::uint64_t sampled = 0;
  std::uint64_t withheld = 0;
  std::uint64_t lost = 0;
  std::uint64_t duplicated = 0;
  std::uint64_t altered = 0;
  std::uint64_t from_store = 0;
  /// Packet buffers in use when nothing was under way any more, beyond those before the start.
  std::int64_t buffers_lost = 0;
  std::vector<StructureLines> lines;  ///< empty: not counted
  double route_changes_per_s = 0;
  worker::RouterStatus router;
  std::vector<element::ElementFigures> elements;  ///< of all runs, warming up included; empty: standalone

  bool good() const { return lost == 0 && duplicated == 0 && altered == 0 && buffers_lost == 0; }
};

void print(const ExchangeOptions& options, const ExchangeReport& report);

}  // namespace augustus::bench
