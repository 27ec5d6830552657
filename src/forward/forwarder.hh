// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.hh"
#include "base/keyed_hash.hh"
#include "base/packet_pool.hh"
#include "base/pool_list.hh"
#include "forward/egress.hh"
#include "forward/engine.hh"
#include "forward/face_attributes.hh"
#include "forward/forward_counters.hh"
#include "forward/outgoing.hh"
#include "forward/shared_tables.hh"
#include "forward/transfer.hh"
#include "store/content_store.hh"
#include "table/dead_nonce_list.hh"
#include "table/fib.hh"
#include "table/name_table.hh"
#include "table/pending_prefix_filter.hh"
#include "table/strategy_choice.hh"

namespace augustus::forward {

class TraceSession;

struct PartitionOptions {
  std::uint32_t number = 0;
  table::NameTableSizes tables;
  store::StoreOptions store;
  std::uint32_t dead_nonces_max = 1u << 16;
};

/// One partition: its PIT, CS, dead nonces and timers, and the fused loop over the stages. Used by one
/// thread.
class Forwarder {
 public:
  Forwarder(const PartitionOptions& options, const SharedTables& shared, PacketPool& pool, Egress& egress);
  ~Forwarder();

  /// Forwards up to 64 parsed and hashed packets that belong to this partition. Takes the buffers'
  /// references. packets[i] is described by views[i]; Arrival is in its private area.
  void process(std::span<rte_mbuf*> packets, std::span<wire::PacketView> views, TimeNs now);

  /// Takes a message from another partition.
  void accept(const Transfer& transfer, TimeNs now);

  /// Takes up what came from the SSD, if there is one. True: something did.
  bool poll_ssd(TimeNs now);
  /// When to call that again although nobody will wake the worker for it; time_never: somebody will.
  TimeNs ssd_due() const;

  /// Runs timers that are due, a bounded number; returns when to call again (time_never: no timer).
  TimeNs expire(TimeNs now);

  /// Where results go from now on: the partition has another worker. Called by that worker.
  void set_egress(Egress& egress);

  /// A packet that came in and could not be parsed, or a whole frame. False: the engine has no use for it.
  bool take_malformed(rte_mbuf* packet, TimeNs now);

  /// What walks through the stages from now on; nullptr: the fused loop. Returns the former one, which nothing
  /// of this partition refers to any more. Called between bursts, by who owns the partition.
  std::unique_ptr<Engine> set_engine(std::unique_ptr<Engine> engine);

  /// The one that set_engine() was given last. Management thread, which gives it.
  const Engine* engine() const;

  const ForwardCounters& counters() const;
  /// Adds what this partition has of each pool. Any thread.
  void add_pools(PoolList& pools) const;
  store::ContentStore& content_store();
  const table::NameTable& name_table() const;
  /// SHA-256 computed of Data that arrived.
  std::uint64_t digests_computed() const;

 private:
  struct State;
  class EgressSwap;
  class NamedTrace;

  /// The stages over a burst.
  void run(std::span<rte_mbuf*> packets, std::span<wire::PacketView> views, TimeNs now);
  /// The same, those packets by themselves that the session wants.
  void process_traced(TraceSession& session, std::span<rte_mbuf*> packets, std::span<wire::PacketView> views,
                      TimeNs now);
  void take(const Transfer& transfer, TimeNs now);

  std::unique_ptr<State> state_;
};

}  // namespace augustus::forward
