// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/burst.hh"
#include "forward/stage_context.hh"

namespace augustus::forward {

/// Makes room for the record of one more Interest for a name that has as many as one may
/// (table::pit_records_per_name_max). What goes is a record that nobody waits for, else one with a digest or a
/// forwarding hint: of the source (FaceAttributeTable::source_of) that has most of these the oldest, if it has more
/// than the source that asks; where that has as many as any, the oldest of its Face that has most, if it has more than
/// the Face that asks. One that several wait for goes after the others of its source. An Interest without digest and
/// hint always gets room and never loses it. False: none goes.
/// Called while nothing but the Interest that asks refers to the name's records.
bool make_room_of_name(StageContext& context, table::EntryIndex entry, const Item& asking);

}  // namespace augustus::forward
