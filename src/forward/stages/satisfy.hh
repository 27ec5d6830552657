// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Sends wanted Data to everybody who waits for it in this partition and ends their records.
void satisfy(StageContext& context, const Burst& wanted);

/// The same for the CanBePrefix Interests of one prefix. False: there were none. Takes the item's packet.
bool satisfy_prefix(StageContext& context, Item& data, unsigned components);

/// The same for one record, with Data that another partition's content store had. Takes the item's packet.
void satisfy_from_other_store(StageContext& context, Item& data, table::PitRecord& record);

}  // namespace augustus::forward
