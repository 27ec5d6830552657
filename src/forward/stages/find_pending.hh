// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Looks Interests up in the PIT, their entries found before: same name and selectors already asked for
/// (`pending`), asked for with the same nonce by another way (`loops`, counted), or nobody waits (`unasked`).
/// A repeat of the nonce by the Face that asked is a retransmission when the Face is point-to-point. No name
/// may occur twice in the burst.
void find_pending(StageContext& context, const Burst& in, Burst& pending, Burst& unasked, Burst& loops);

}  // namespace augustus::forward
