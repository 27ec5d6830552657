// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>

#include "base/clock.hh"
#include "base/packet_pool.hh"
#include "forward/burst.hh"
#include "forward/egress.hh"
#include "forward/forward_counters.hh"
#include "forward/implicit_digests.hh"
#include "forward/random.hh"
#include "forward/shared_tables.hh"
#include "forward/trace/trace_step.hh"
#include "store/content_store.hh"
#include "table/dead_nonce_list.hh"
#include "table/name_table.hh"

namespace augustus::forward {

class Engine;
class StrategySet;
class TracedRun;

/// What a stage works on besides its burst: the tables of one partition and where results go.
struct StageContext {
  const SharedTables& shared;
  table::NameTable& table;
  store::ContentStore& store;
  table::DeadNonceList& dead_nonces;
  StrategySet& strategies;
  ImplicitDigests& digests;
  ForwardCounters& counters;
  PacketPool& pool;
  Egress& egress;
  Random& random;
  std::uint32_t partition;
  TimeNs now;
  Engine* engine = nullptr;  ///< walks through the stages instead of the fused loop
  /// Bit i: when the burst of Data began, prefixes of i components were pending somewhere (CanBePrefix).
  std::uint64_t pending_lengths = 0;

  TracedRun* trace = nullptr;  ///< follows the one packet of the burst

  /// What was decided, for whoever follows the packet.
  [[gnu::always_inline]] void note(TraceStep step, std::uint32_t number = 0, std::uint8_t detail = 0,
                                   FaceId face = face_id_none) const {
    if (trace != nullptr) [[unlikely]] {
      note_in_trace(step, number, detail, face);
    }
  }
  [[gnu::always_inline]] void note_route(const table::FibMatch& route) const {
    if (trace != nullptr) [[unlikely]] {
      note_route_in_trace(route);
    }
  }
  /// Counts what did not happen, and why.
  void count_drop(Drop reason) const {
    counters.drop(reason);
    note(TraceStep::dropped, 0, static_cast<std::uint8_t>(reason));
  }
  /// Counts and frees the item's packet.
  void drop(Item& item, Drop reason) const {
    count_drop(reason);
    release(item);
  }
  void release(Item& item) const {
    rte_pktmbuf_free(item.packet);
    item.packet = nullptr;
  }

 private:
  void note_in_trace(TraceStep step, std::uint32_t number, std::uint8_t detail, FaceId face) const;
  void note_route_in_trace(const table::FibMatch& route) const;
};

}  // namespace augustus::forward
