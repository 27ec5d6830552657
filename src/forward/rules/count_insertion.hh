// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Counts what became of Data that the content store was offered.
inline void count_insertion(const StageContext& context, store::InsertOutcome outcome) {
  switch (outcome) {
    case store::InsertOutcome::stored:
    case store::InsertOutcome::refreshed:
    case store::InsertOutcome::replaced:
      context.counters.cs_stored.add();
      context.note(TraceStep::stored);
      return;
    case store::InsertOutcome::not_admitted:
      context.counters.cs_not_admitted.add();
      break;
    default:
      context.counters.cs_refused.add();
      break;
  }
  context.note(TraceStep::not_stored);
}

}  // namespace augustus::forward
