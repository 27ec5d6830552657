// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/stage_context.hh"

namespace augustus::forward {

/// Makes a PIT record for each Interest that has none, which from then on holds the entry of its name; that was found
/// and nothing let go of since, and next hops were looked up. When a table is full, or
/// the Face has its share of the PIT, the Interest is dropped.
void insert_pit(StageContext& context, const Burst& in, Burst& inserted);

/// Adds or renews the in-record of the Face that asked, with its PIT token, and sets the record's timer to the latest
/// expiry of them all. Aggregation and retransmission are told apart and counted here, and Interests that came back by
/// another way while somebody waits (`loops`, counted).
void insert_in_record(StageContext& context, const Burst& in, Burst& inserted, Burst& loops);

}  // namespace augustus::forward
