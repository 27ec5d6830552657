// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// The prefetch stages ask for what the next stages will touch, for the whole burst, and touch nothing else
/// themselves but what the one before asked for. A loop each: the shorter, the more packets' lines are under
/// way at once.
void prefetch_buckets(const StageContext& context, const Burst& burst);
void prefetch_dead_nonces(const StageContext& context, const Burst& interests);
/// Leaves in each item's `entry` what find_candidates begins with.
void prefetch_entries(const StageContext& context, const Burst& burst);
/// Of Interests that will be new: no candidate was found for them.
void prefetch_routes(const StageContext& context, const Burst& interests);
void prefetch_route_names(const StageContext& context, const Burst& interests);
/// Sets each item's `entry` and asks for its first PIT record and its cached Data.
void find_entries(const StageContext& context, const Burst& burst);
/// The same, where no name was added or taken out since prefetch_entries.
void find_candidates(const StageContext& context, const Burst& burst);

}  // namespace augustus::forward
