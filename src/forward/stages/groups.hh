// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// The stages in their order, in groups: what the fused loop takes in one go, and each of what an element of the graph
/// or of FastClick does. All take packets of a run as Engine::run describes it.

/// Interests that find_pending() found unasked: the content store answers those in `hits`, which are gone then;
/// `misses` are the others.
void cs_lookup(StageContext& context, const Burst& unasked, Burst& hits, Burst& misses);

/// Interests that the content store has no answer for, and those in the PIT already, `pending`, are written into the
/// PIT. `ready`: those for which somebody is to be asked now; the others wait, or were refused.
void pit_insert(StageContext& context, const Burst& misses, const Burst& pending, Burst& ready);

/// Interests in the PIT get a route, if they have none yet, and leave by the next hops that their strategy chooses.
void decide(StageContext& context, const Burst& ready);

}  // namespace augustus::forward
