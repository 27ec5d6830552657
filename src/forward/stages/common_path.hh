// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// What most packets need, in one pass instead of a stage after the other; the outcome is the stages'.
/// Whatever is out of the ordinary is left for these in `rest`, nothing done. Packets of a run as Engine::run
/// describes it.

/// Takes an Interest of an exact name with a nonce, no hint or digest and a HopLimit above 1, if any, that
/// the content store answers, or that nobody waits for yet, best-route governs and one of whose next hops
/// can be taken. What finds no room in the PIT is dropped here, by the same rule.
void forward_common_interests(StageContext& context, const Burst& run, Burst& rest);

/// Takes Data for the one Interest for its very name, of one Face, that best-route governs. None of the Data answers an
/// Interest for a prefix of its name.
void forward_common_data(StageContext& context, const Burst& run, Burst& rest);

}  // namespace augustus::forward
