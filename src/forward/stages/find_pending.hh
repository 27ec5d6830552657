// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Looks Interests up in the PIT, their entries found before: somebody waits for what same name and selectors ask for
/// (`pending`; insert_in_record() finds the loops among these), nobody does and it was asked for with the same nonce
/// (`loops`, counted), or nobody does (`unasked`). No name may occur twice in the burst.
void find_pending(StageContext& context, const Burst& in, Burst& pending, Burst& unasked, Burst& loops);

}  // namespace augustus::forward
