// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <random>

#include "forward/forwarder.hh"
#include "forward/giving_way.hh"
#include "forward/partition_check.hh"
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
        table(with_secret(options.tables, shared_tables.hash)),
        store(options.store, table, shared.hash, pool),
        dead_nonces(options.dead_nonces_max),
        random((std::uint64_t{std::random_device{}()} << 32) | std::random_device{}()) {}

  /// All partitions tell holders apart in the same way.
  static table::NameTableSizes with_secret(table::NameTableSizes sizes, const KeyedHash& hash) {
    constexpr std::uint8_t purpose[] = {'p', 'o', 'o', 'l', 's'};
    sizes.share_secret = hash.extend(hash.empty(), purpose);
    return sizes;
  }

  StageContext context(TimeNs now) {
    digests.begin();
    return {shared,  table,  store,  dead_nonces, strategies,   digests, counters, pool,
            *egress, random, number, now,         engine.get(), 0,       trace};
  }
  /// In a checked build: what must always be so, is. After so many packets.
  void check([[maybe_unused]] std::size_t packets = 1) {
    if constexpr (checked_build) {
      partition_check.after_burst(table, store, shared, packets);
    }
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
  TracedRun* trace = nullptr;      ///< of the packet that is followed
  table::NameTable table;
  store::ContentStore store;
  table::DeadNonceList dead_nonces;
  StrategySet strategies;
  ImplicitDigests digests;
  GivingWay giving_way;
  ForwardCounters counters;
  Random random;
  PartitionCheck partition_check;
  std::array<Item, burst_packets_max> items;  ///< of the burst in process()
};

}  // namespace augustus::forward
