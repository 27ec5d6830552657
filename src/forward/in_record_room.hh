// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// The in-record of an Interest's Face, which has none, in place of another's, where the Interest's record lists as
/// many as one may (table::faces_per_record_max). Who makes place: one of the same source
/// (FaceAttributeTable::source_of) if there is one among the newest, so that who asks from many Faces pushes out his
/// own; else one that is gone; the oldest of the source that more than half are of; the oldest. Counted
/// (`pit_gave_way`). nullptr: the rule of the pool of in-records is against it.
table::InRecord* replace_in_record(StageContext& context, const Item& interest);

}  // namespace augustus::forward
