// SPDX-License-Identifier: Apache-2.0
#include "table/name_table_check.hh"

#include <algorithm>
#include <map>

#include "base/broken_invariant.hh"
#include "table/timing_wheel_check.hh"

namespace augustus::table {

std::vector<PitIndex32> NameTableCheck::run(const NameTable& table, std::span<const EntryIndex> cached) {
  auto records = TimingWheelCheck::records_on(table.wheel_);
  ensure(records.size() == table.pit_.size(), "every PIT record is on the wheel", table.pit_.size());
  std::vector<EntryIndex> entries(cached.begin(), cached.end());
  std::ranges::sort(entries);
  ensure(std::ranges::adjacent_find(entries) == entries.end(), "a name has one Data in memory", entries.size());
  for (const EntryIndex entry : entries) {
    ensure(table.cs_handle(entry).valid(), "a Data's entry has its handle", entry);
  }
  for (const PitIndex32 index : records) {
    ensure(table.pit_[index].entry < table.entries_.capacity(), "a PIT record has an entry", index);
    entries.push_back(table.pit_[index].entry);
  }
  std::ranges::sort(entries);
  // Not by ranges::unique, which clang 14 does not compile.
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  ensure(entries.size() == table.entries_.size(), "a name is held by a record or a Data", table.entries_.size());
  ensure(table.index_.count() == table.entries_.size(), "the index knows the names in use", table.entries_.size());
  std::uint64_t listed = 0;
  std::uint64_t handles = 0;
  std::uint64_t long_bytes = 0;
  for (const EntryIndex index : entries) {
    listed += check_entry(table, index);
    const NameEntry& entry = table.entries_[index];
    handles += entry.cs.valid() ? 1 : 0;
    long_bytes +=
        entry.has_long_name() ? NameStorage::footprint(entry.name_length) : 0;
  }
  ensure(listed == records.size(), "entries list the PIT records", listed);
  ensure(handles == cached.size(), "handles are of Data in memory", handles);
  ensure(long_bytes == table.long_names_.bytes_in_use(), "name storage holds the long names", long_bytes);
  check_names(table, entries);
  check_faces(table, records);
  ensure(table.entries_.adds_up(), "the pool of entries adds up", table.entries_.size());
  ensure(table.pit_.adds_up(), "the pool of PIT records adds up", table.pit_.size());
  return records;
}

/// How many records it lists.
std::uint32_t NameTableCheck::check_entry(const NameTable& table, EntryIndex index) {
  const NameEntry& entry = table.entries_[index];
  const auto indexed = table.index_.find(entry.hash, [index](EntryIndex other) { return other == index; });
  ensure(indexed == index, "a name's entry is indexed", index);
  std::uint32_t listed = 0;
  for (PitIndex32 at = entry.pit_head; at != pit_none; at = table.pit_[at].next_of_entry) {
    ensure(table.pit_[at].self == at && table.pit_[at].entry == index, "an entry lists its own records", index);
    ensure(++listed <= entry.pit_count, "an entry lists as many records as it counts", index);
  }
  ensure(listed == entry.pit_count, "an entry lists as many records as it counts", index);
  return listed;
}

/// Who has which part of the storage for long names.
void NameTableCheck::check_names(const NameTable& table, std::span<const EntryIndex> entries) {
  std::map<PoolShares::Holder, std::uint32_t> pending;
  std::uint32_t pending_units = 0;
  std::uint32_t cached_units = 0;
  for (const EntryIndex index : entries) {
    const NameEntry& entry = table.entries_[index];
    if (!entry.has_long_name()) {
      continue;
    }
    const std::uint32_t units = NameStorage::units_of(entry.name_length);
    if (entry.long_name().pending) {
      pending[entry.long_name().holder] += units;
      pending_units += units;
    } else {
      cached_units += units;
    }
  }
  for (const auto& [holder, units] : pending) {
    ensure(table.shares_.names.held(holder) == units, "parts of the name storage are what pending names take", holder);
  }
  ensure(table.shares_.names.in_use() == pending_units, "parts of the name storage are what pending names take",
         pending_units);
  ensure(table.cached_name_units_ == cached_units, "names of cached Data take what is counted", cached_units);
}

void NameTableCheck::check_faces(const NameTable& table, std::span<const PitIndex32> records) {
  std::uint64_t ins = 0;
  std::uint64_t outs = 0;
  std::uint64_t digests = 0;
  for (const PitIndex32 index : records) {
    const PitRecord& record = table.pit_[index];
    digests += record.has_digest() ? 1 : 0;
    for (std::uint32_t at = record.in_list; at != NameTable::list_end; at = table.in_records_[at].next) {
      ensure(table.in_records_[at].face != face_id_none, "a listed in-record has a Face", at);
      ensure(++ins <= table.in_records_.size(), "PIT records list the in-records in use", index);
    }
    for (std::uint32_t at = record.out_list; at != NameTable::list_end; at = table.out_records_[at].next) {
      ensure(table.out_records_[at].face != face_id_none, "a listed out-record has a Face", at);
      ensure(++outs <= table.out_records_.size(), "PIT records list the out-records in use", index);
    }
  }
  ensure(ins == table.in_records_.size() && table.in_records_.adds_up(), "PIT records list the in-records in use",
         ins);
  ensure(ins == table.shares_.in_records.in_use(), "parts of the in-records are what PIT records say", ins);
  ensure(outs == table.shares_.out_records.in_use(), "parts of the out-records are what PIT records say", outs);
  ensure(outs == table.out_records_.size() && table.out_records_.adds_up(),
         "PIT records list the out-records in use", outs);
  ensure(digests == table.digests_.size() && table.digests_.adds_up(), "PIT records have the digests in use",
         digests);
}

}  // namespace augustus::table
