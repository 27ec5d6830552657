// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/hash_key.hh"
#include "main/bench/exchange_options.hh"
#include "main/bench/exchange_routes.hh"
#include "traffic/exchange_load.hh"
#include "traffic/memory_port.hh"
#include "traffic/name_list.hh"
#include "worker/router.hh"

namespace augustus::bench {

/// Names that are asked for again and again where there are hits, all workers together.
inline constexpr std::uint32_t hot_names = 4096;

/// What one worker of the router exchanges, by a port in memory of its own: its share of the workload, names
/// of its own partition, as a NIC would give it.
class ExchangePart {
 public:
  /// Before the router starts; it outlives this. Sets the routes. `number`: of the worker; `key`: what names
  /// that collide are made with.
  ExchangePart(const ExchangeOptions& options, const HashKey& key, worker::Router& router, unsigned number);

  traffic::ExchangeLoad& load() { return load_; }
  const traffic::ExchangeLoad& load() const { return load_; }
  traffic::MemoryPort& port() const { return *port_; }
  ExchangeRoutes& routes() { return routes_; }

 private:
  traffic::NameList names_;
  traffic::ExchangeLoad load_;
  ExchangeRoutes routes_;
  traffic::MemoryPort* port_ = nullptr;  ///< owned by the worker
};

}  // namespace augustus::bench
