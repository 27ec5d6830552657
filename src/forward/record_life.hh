// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "forward/stage_context.hh"
#include "table/pit_record.hh"

namespace augustus::forward {

/// Some upstream may still answer: an out-record that is neither expired nor Nacked.
bool has_pending_out(table::NameTable& table, table::PitRecord& record, TimeNs now);

/// Sets the record's timer to the latest expiry of its in-records.
void schedule_by_in_records(StageContext& context, table::PitRecord& record);

/// Remembers the record's outgoing nonces, as NFD does: always when it ended without Data; after Data only
/// for MustBeFresh and a FreshnessPeriod shorter than the Dead Nonce List's lifetime (a looping Interest
/// would not be stopped by the content store).
void remember_nonces_unsatisfied(StageContext& context, table::PitRecord& record);
void remember_nonces_satisfied(StageContext& context, table::PitRecord& record, std::uint32_t freshness_ms);

/// Counts how long the upstream took to answer; of upstreams beyond the record's own two nothing is noted.
void note_latency(StageContext& context, const table::PitRecord& record, FaceId upstream);

/// Announces to all partitions that Data below the record's name is wanted; no effect without CanBePrefix.
void add_pending_prefix(StageContext& context, const table::PitRecord& record, unsigned components);

/// Takes the record out of PIT, filter of pending prefixes and timing wheel, and frees its entry when unused.
/// Counts nothing.
void erase_record(StageContext& context, table::PitRecord& record);

/// Ends a record that may not have been satisfied: remembers nonces and counts.
void finish_record(StageContext& context, table::PitRecord& record);

}  // namespace augustus::forward
