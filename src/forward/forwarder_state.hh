// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <random>

#include "forward/forwarder.hh"
#include "forward/random.hh"
#include "forward/stage_context.hh"
#include "forward/strategies/strategy_set.hh"

namespace augustus::forward {

/// What a partition consists of.
struct Forwarder::State {
  State(const PartitionOptions& options, const SharedTables& shared_tables, PacketPool& packets, Egress& out)
      : number(options.number),
        shared(shared_tables),
        pool(packets),
        outside(&out),
        egress(&out),
        table(options.tables),
        store(options.store, table, shared.hash, pool),
        dead_nonces(options.dead_nonces_max),
        random((std::uint64_t{std::random_device{}()} << 32) | std::random_device{}()) {}

  StageContext context(TimeNs now) {
    return {shared,   table, store,   dead_nonces, strategies, pit_shares,
            counters, pool,  *egress, random,      number,     now,        engine.get()};
  }
  /// Passes on what stages sent that the engine did not call.
  void flush(StageContext& context) {
    if (engine) {
      engine->flush(context);
    }
  }
  void leave_by(Egress* way_out) {
    outside = way_out;
    egress = engine ? &engine->egress(*way_out) : way_out;
  }

  std::uint32_t number;
  const SharedTables& shared;
  PacketPool& pool;
  Egress* outside;                 ///< where results leave
  Egress* egress;                  ///< where stages send: the engine's, if there is one
  std::unique_ptr<Engine> engine;  ///< nullptr: the fused loop
  table::NameTable table;
  store::ContentStore store;
  table::DeadNonceList dead_nonces;
  StrategySet strategies;
  PitShares pit_shares;
  ForwardCounters counters;
  Random random;
  std::array<Item, burst_packets_max> items;  ///< of the burst in process()
};

}  // namespace augustus::forward
