// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "base/clock.hh"
#include "table/name_key.hh"
#include "table/pit_record.hh"
#include "table/segment_handle.hh"

namespace augustus::table {

struct NameTableSizes {
  std::uint32_t entries_max = 1u << 17;      ///< names with a PIT record or a cached Data
  std::uint32_t pit_records_max = 1u << 16;
  std::uint32_t extra_records_max = 1u << 14;  ///< in-records and out-records beyond those in the PIT record, each
  std::uint32_t digests_max = 1u << 12;        ///< pending Interests that name an implicit digest
  std::uint32_t name_bytes_max = 1u << 24;     ///< storage for names too long to stand in their entry
};

/// The one table behind PIT and CS of a partition: keyed by exact name (without implicit digest), one probe
/// answers both. Owned and used by one worker. Fixed size: an insert that does not fit returns *none* and the
/// caller counts it. Models PitIndex and CsIndex (table/index_concepts.hh).
/// Layout, for the prefetcher: a bucket is one 64-byte line of tags and entry indices; an entry is one hot line
/// (hash, CS handle, PIT list head, name length) followed by the name.
class NameTable {
 public:
  explicit NameTable(const NameTableSizes& sizes);
  ~NameTable();
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  void prefetch_bucket(std::uint64_t hash) const;
  /// Prefetches the entry that the bucket's tag points to, if any; the bucket should have arrived.
  void prefetch_entry(std::uint64_t hash) const;

  EntryIndex find(const NameKey& key) const;
  /// The entry of this name, made if need be; entry_none when the table is full. A made entry lives until
  /// release_if_unused.
  EntryIndex find_or_insert(const NameKey& key);
  /// Frees the entry when it has neither PIT record nor CS handle.
  void release_if_unused(EntryIndex entry);
  std::span<const std::uint8_t> name(EntryIndex entry) const;
  std::uint64_t hash(EntryIndex entry) const;
  std::uint32_t size() const;

  // CsIndex
  SegmentHandle cs_handle(EntryIndex entry) const;
  void set_cs_handle(EntryIndex entry, SegmentHandle handle);  ///< an invalid handle: nothing cached

  // PitIndex
  PitRecord* first_pit(EntryIndex entry);          ///< nullptr: none pending
  PitRecord* next_pit(const PitRecord& record);
  PitRecord* find_pit(EntryIndex entry, const PitSelectors& selectors);
  /// A new record of the entry; nullptr when PIT (or digest pool) is full.
  PitRecord* insert_pit(EntryIndex entry, const PitSelectors& selectors);
  /// Frees the record with its in- and out-records and takes it off the timing wheel. The entry stays until
  /// release_if_unused.
  void erase_pit(PitRecord& record);
  std::span<const std::uint8_t, 32> digest(const PitRecord& record) const;
  std::uint32_t pit_size() const;

  InRecord* find_in(PitRecord& record, FaceId face);
  InRecord* insert_in(PitRecord& record, FaceId face);   ///< nullptr when the pool is full
  void erase_in(PitRecord& record, FaceId face);
  void clear_in(PitRecord& record);
  OutRecord* find_out(PitRecord& record, FaceId face);
  OutRecord* insert_out(PitRecord& record, FaceId face); ///< nullptr when the pool is full
  void erase_out(PitRecord& record, FaceId face);
  /// Calls `visit(InRecord&)` / `visit(OutRecord&)` for each record in use, until it returns false.
  template <typename Visit> void for_each_in(PitRecord& record, Visit&& visit);
  template <typename Visit> void for_each_out(PitRecord& record, Visit&& visit);
  bool has_in(const PitRecord& record) const;

  /// Sets or moves the record's timer (milliseconds resolution, rounded up).
  void schedule(PitRecord& record, TimeNs expiry, TimeNs now);
  /// Calls `expired(PitRecord&)` for every record whose time has come; the record is off the wheel then and the
  /// callee erases or reschedules it. At most `limit` records a call, the rest next time.
  template <typename Expired> void expire(TimeNs now, unsigned limit, Expired&& expired);
  /// When expire should be called next, at the latest; time_never when no timer is set.
  TimeNs next_expiry() const;
};

}  // namespace augustus::table
