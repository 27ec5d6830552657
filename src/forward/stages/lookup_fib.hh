// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Finds the next hops of each Interest: by the first delegation of its ForwardingHint that has a route,
/// else, without a hint, by its name.
void lookup_fib(StageContext& context, const Burst& burst);

}  // namespace augustus::forward
