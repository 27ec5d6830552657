// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Matches each Nack with the out-record it answers (point-to-point Faces only, same nonce), notes it there
/// and lets the strategy decide. A record whose every upstream has Nacked ends. Frees every packet.
void match_nack(StageContext& context, const Burst& burst);

}  // namespace augustus::forward
