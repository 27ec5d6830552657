// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "forward/record_life.hh"
#include "forward/stage_context.hh"

namespace augustus::forward {

/// Data from `upstream` has satisfied the record, which ends, or lingers without in-records for as long as its strategy
/// wants to hear from other upstreams (NFD's incoming Data pipeline).
[[gnu::always_inline]] inline void settle(StageContext& context, table::PitRecord& record, FaceId upstream,
                                          std::uint32_t freshness_ms, TimeNs linger) {
  if (!record.satisfied) {
    record.satisfied = true;
    context.counters.satisfied.add();
  }
  context.note(TraceStep::satisfied, 1);
  record.awaiting_stores = false;
  remember_nonces_satisfied(context, record, freshness_ms);
  note_latency(context, record, upstream);
  if (linger != 0) [[unlikely]] {
    context.table.erase_out(record, upstream);
    if (has_pending_out(context.table, record, context.now)) {
      context.table.clear_in(record);
      context.table.schedule(record, context.now + linger, context.now);
      return;
    }
  }
  erase_record(context, record);
}

}  // namespace augustus::forward
