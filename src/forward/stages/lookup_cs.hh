// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Looks Interests up in this partition's content store. A hit's Data is left in `answer`. Of the misses,
/// those that other partitions' stores may answer (CanBePrefix) are marked.
void lookup_cs(StageContext& context, const Burst& in, Burst& hits, Burst& misses);

/// The Data this partition's store has for the Interest, owned by the caller; nullptr: none.
rte_mbuf* find_in_cs(StageContext& context, const Item& interest);

/// Sends the Data of hits to who asked and ends the Interests.
void answer_from_cs(StageContext& context, const Burst& hits);

}  // namespace augustus::forward
