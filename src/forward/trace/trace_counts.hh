// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "forward/forward_counters.hh"

namespace augustus::forward {

/// The counts of a partition at one moment, as far as a difference tells what was decided for one packet.
struct TraceCounts {
  std::uint64_t cs_hits, cs_misses, cs_stored, cs_refused, satisfied, aggregated, retransmitted;
  std::array<std::uint64_t, static_cast<std::size_t>(Drop::count)> drops;

  explicit TraceCounts(const ForwardCounters& counters)
      : cs_hits(counters.cs_hits.value()),
        cs_misses(counters.cs_misses.value()),
        cs_stored(counters.cs_stored.value()),
        cs_refused(counters.cs_refused.value() + counters.cs_not_admitted.value()),
        satisfied(counters.satisfied.value()),
        aggregated(counters.aggregated.value()),
        retransmitted(counters.retransmitted.value()) {
    for (std::size_t reason = 0; reason < drops.size(); ++reason) {
      drops[reason] = counters.drops[reason].value();
    }
  }

  std::uint64_t of(Drop reason) const { return drops[static_cast<std::size_t>(reason)]; }
  std::uint64_t refused_by_pit() const {
    return of(Drop::pit_full) + of(Drop::pit_share) + of(Drop::name_table_full) + of(Drop::in_records_full);
  }
};

}  // namespace augustus::forward
