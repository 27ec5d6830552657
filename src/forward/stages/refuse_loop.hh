// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Ends Interests that came in a loop (counted before): a Nack with reason Duplicate to a point-to-point
/// Face, unless the strategy answers loops with silence.
void refuse_loop(StageContext& context, const Burst& loops);

}  // namespace augustus::forward
