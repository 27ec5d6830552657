// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "forward/stage_context.hh"
#include "table/pit_record.hh"

namespace augustus::forward {

/// Some upstream may still answer: an out-record that is neither expired nor Nacked.
bool has_pending_out(table::NameTable& table, table::PitRecord& record, TimeNs now);

/// NFD's lifetime of a dead nonce.
inline constexpr std::uint32_t dead_nonce_lifetime_ms = 6000;

/// Remembers the record's outgoing nonces, as NFD does: always when it ended without Data; after Data only
/// for MustBeFresh and a FreshnessPeriod shorter than the Dead Nonce List's lifetime (a looping Interest
/// would not be stopped by the content store).
void remember_nonces(StageContext& context, table::PitRecord& record);
inline void remember_nonces_satisfied(StageContext& context, table::PitRecord& record, std::uint32_t freshness_ms) {
  if (record.must_be_fresh() && freshness_ms < dead_nonce_lifetime_ms) [[unlikely]] {
    remember_nonces(context, record);
  }
}

/// Counts how long the upstream took to answer; of upstreams beyond the record's own two nothing is noted.
inline void note_latency(StageContext& context, const table::PitRecord& record, FaceId upstream) {
  for (const table::OutRecord& out : record.first_out) {
    if (out.face == upstream) [[likely]] {
      context.counters.latency.add(context.now - out.last_renewed);
      return;
    }
  }
}

/// Components of the prefix below which Data is wanted, if the record announces that to all partitions.
std::optional<unsigned> announced_components(const table::NameTable& table, const table::PitRecord& record);

/// Announces to all partitions that Data below the record's name is wanted, and takes that back; no effect without
/// CanBePrefix.
void add_pending_prefix(StageContext& context, const table::PitRecord& record, unsigned components);
void remove_pending_prefix(StageContext& context, const table::PitRecord& record);

/// Takes the record out of PIT, filter of pending prefixes and timing wheel, and frees its entry when unused.
/// Counts nothing.
inline void erase_record(StageContext& context, table::PitRecord& record) {
  const table::EntryIndex entry = record.entry;
  if (record.can_be_prefix()) [[unlikely]] {
    remove_pending_prefix(context, record);
  }
  context.table.erase_pit(record);
  context.table.release_if_unused(entry);
}

/// Ends a record that may not have been satisfied: remembers nonces and counts.
void finish_record(StageContext& context, table::PitRecord& record);

/// The same without freeing the entry, which the caller gives another record.
void end_record(StageContext& context, table::PitRecord& record);

}  // namespace augustus::forward
