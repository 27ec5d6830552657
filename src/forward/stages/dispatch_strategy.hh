// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Interests whose record waits for other partitions' content stores: starts the query, or lets the Interest
/// wait for its answer. The others go on in `ready`; so does a retransmission, which waits no more.
void await_other_stores(StageContext& context, const Burst& in, Burst& ready);

/// Hands each Interest to the next hop it names (NextHopFaceId) or to its strategy, which sends, rejects or
/// holds it. Every packet of the burst is sent or freed.
void dispatch_strategy(StageContext& context, const Burst& burst);

}  // namespace augustus::forward
