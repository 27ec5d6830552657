// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/clock.hh"
#include "base/keyed_hash.hh"
#include "forward/face_attributes.hh"
#include "table/fib.hh"
#include "table/pending_prefix_filter.hh"
#include "table/strategy_choice.hh"
#include "wire/name.hh"

namespace augustus::forward {

class NameSampler;
class TraceSession;

/// Router-wide state that every partition reads.
struct SharedTables {
  const FaceAttributeTable& faces;
  const table::Fib& fib;
  const table::StrategyChoice& strategies;
  table::PendingPrefixFilter& pending_prefixes;
  const std::vector<wire::Name>& network_regions;
  KeyedHash hash;
  std::uint32_t partition_count;
  std::uint32_t batch;  ///< segments a batch, for the dispatch hash
  bool localhop_to_non_local = false;
  TimeNs lifetime_max = 60 * nanoseconds_per_second;  ///< of a pending Interest
  /// Those of compact names, which are other keys than NDN's; nullptr where no port brings any.
  const table::Fib* compact_fib = nullptr;
  const table::StrategyChoice* compact_strategies = nullptr;
  /// Where the session stands while somebody traces; a reader is done with it at its next quiescent state.
  const std::atomic<TraceSession*>* trace = nullptr;
  /// Likewise while somebody wants to know which names are asked for.
  const std::atomic<NameSampler*>* sampler = nullptr;

  TraceSession* tracing() const {
    return trace == nullptr ? nullptr : trace->load(std::memory_order_acquire);
  }
  NameSampler* sampling() const {
    return sampler == nullptr ? nullptr : sampler->load(std::memory_order_acquire);
  }
  const table::Fib& fib_of(const wire::PacketView& view) const {
    return view.format == wire::PacketFormat::ndn ? fib : *compact_fib;
  }
  const table::StrategyChoice& strategies_of(const wire::PacketView& view) const {
    return view.format == wire::PacketFormat::ndn ? strategies : *compact_strategies;
  }
};

}  // namespace augustus::forward
