// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "main/bench/store_options.hh"
#include "main/bench/store_report.hh"
#include "traffic/exchange_load.hh"
#include "traffic/memory_port.hh"
#include "traffic/store/store_load.hh"
#include "traffic/store/store_port.hh"
#include "worker/router.hh"

namespace augustus::bench {

/// A router with one worker and a load for its content store, both in this process; with `exchange` also the
/// load of `augustus bench exchange` on the same worker.
class StoreSession {
 public:
  struct Kind {
    bool exchange = false;
    bool admits = true;  ///< what leaves memory is written to the SSD
  };
  StoreSession(const StoreBenchOptions& options, const traffic::SegmentCatalogue& catalogue, Kind kind);
  ~StoreSession();

  traffic::StoreLoad& load() { return *load_; }
  worker::Router& router() { return *router_; }

  /// Has the SSD take all of the catalogue, as fast as it writes.
  void fill_ssd();
  /// Asks in this order from now on, and returns after `segments` of them.
  void go_on(std::unique_ptr<traffic::SegmentOrder> order, std::uint64_t segments);
  /// For `seconds`, or until `segments` have come when that is not 0.
  StoreRun measure(double seconds, std::uint64_t segments = 0);
  /// Exchanges a second of the other load for `seconds`.
  double measure_exchanges(double seconds);
  /// No more Interests; waits for what is under way.
  void pause();
  /// What is in memory goes to the SSD, the router ends.
  void stop();

 private:
  struct Reading {
    std::uint64_t ticks = 0, apart = 0;
    std::uint64_t exchanges = 0;
    std::uint64_t hits = 0, from_producer = 0, bytes = 0;

    std::uint64_t segments() const { return hits + from_producer; }
    worker::SsdStatus ssd;
  };
  Reading read();
  std::uint64_t write_busy();
  void wait_until(const std::function<bool()>& done);

  const StoreBenchOptions& options_;
  const traffic::SegmentCatalogue& catalogue_;
  std::optional<traffic::NameList> names_;
  std::unique_ptr<worker::Router> router_;
  std::unique_ptr<traffic::StoreLoad> load_;
  std::unique_ptr<traffic::ExchangeLoad> exchange_;
  traffic::StorePort* port_ = nullptr;            ///< owned by the worker
  traffic::MemoryPort* exchange_port_ = nullptr;  ///< likewise
};

}  // namespace augustus::bench
