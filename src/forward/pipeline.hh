// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// The fused loop: the stages in their order, for one kind of packet. Every packet is sent, kept or freed.
/// Where the context has an Engine, that takes the runs which the burst is cut into.
void forward_data(StageContext& context, const Burst& burst);
void forward_nacks(StageContext& context, const Burst& burst);
void forward_interests(StageContext& context, const Burst& burst);

}  // namespace augustus::forward
