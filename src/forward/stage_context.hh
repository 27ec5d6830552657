// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <cstdint>

#include "base/clock.hh"
#include "base/packet_pool.hh"
#include "forward/burst.hh"
#include "forward/egress.hh"
#include "forward/forward_counters.hh"
#include "forward/pit_shares.hh"
#include "forward/random.hh"
#include "forward/shared_tables.hh"
#include "store/content_store.hh"
#include "table/dead_nonce_list.hh"
#include "table/name_table.hh"

namespace augustus::forward {

class Engine;
class StrategySet;

/// What a stage works on besides its burst: the tables of one partition and where results go.
struct StageContext {
  const SharedTables& shared;
  table::NameTable& table;
  store::ContentStore& store;
  table::DeadNonceList& dead_nonces;
  StrategySet& strategies;
  PitShares& pit_shares;
  ForwardCounters& counters;
  PacketPool& pool;
  Egress& egress;
  Random& random;
  std::uint32_t partition;
  TimeNs now;
  Engine* engine = nullptr;  ///< walks through the stages instead of the fused loop
  /// Bit i: when the burst of Data began, prefixes of i components were pending somewhere (CanBePrefix).
  std::uint64_t pending_lengths = 0;

  /// Counts and frees the item's packet.
  void drop(Item& item, Drop reason) {
    counters.drop(reason);
    release(item);
  }
  void release(Item& item) {
    rte_pktmbuf_free(item.packet);
    item.packet = nullptr;
  }
};

}  // namespace augustus::forward
