// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// The prefetch stages ask for what the next stages will touch, for all they are given, and touch nothing
/// else themselves but what the one before asked for. A loop each: the shorter, the more packets' lines are
/// under way at once.
void prefetch_buckets(const StageContext& context, const Burst& burst);
void prefetch_dead_nonces(const StageContext& context, const Burst& interests);
/// Sets each item's `candidate`.
void prefetch_entries(const StageContext& context, const Burst& burst);
/// Of Interests that have no candidate, or one that says little: the others' names are likely to be there.
void prefetch_routes(const StageContext& context, const Burst& interests);
void prefetch_route_names(const StageContext& context, const Burst& interests);
/// Sets each item's `entry` and asks for its first PIT record and its cached Data.
void find_entries(const StageContext& context, const Burst& burst);
/// The same, where no name was added or taken out since prefetch_entries.
void find_candidates(const StageContext& context, const Burst& burst);

}  // namespace augustus::forward
