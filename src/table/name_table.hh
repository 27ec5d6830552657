// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/clock.hh"
#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/hash_index.hh"
#include "table/name_entry.hh"
#include "table/name_key.hh"
#include "table/name_storage.hh"
#include "table/pit_record.hh"
#include "table/record_pool.hh"
#include "table/same_bytes.hh"
#include "table/segment_handle.hh"
#include "table/timing_wheel.hh"

namespace augustus::table {

struct NameTableSizes {
  std::uint32_t entries_max = 1u << 17;  ///< names with a PIT record or a cached Data
  std::uint32_t pit_records_max = 1u << 16;
  std::uint32_t extra_records_max =
      1u << 14;                          ///< in-records and out-records beyond those in the PIT record, each
  std::uint32_t digests_max = 1u << 12;  ///< pending Interests that name an implicit digest
  std::uint32_t name_bytes_max = 1u << 24;  ///< storage for names too long to stand in their entry
  PitStructure structure = PitStructure::name_table;
};

/// PIT records of one name (they differ in selectors or hint), and in- or out-records of one PIT record: more
/// are refused as if the pool were full, so that a stranger cannot make a list long to walk.
inline constexpr unsigned pit_records_per_name_max = 64;
inline constexpr unsigned faces_per_record_max = 1024;

/// The one table behind PIT and CS of a partition: keyed by exact name (without implicit digest), one probe
/// answers both. Owned and used by one worker. Fixed size: an insert that does not fit returns *none* and the
/// caller counts it. Models PitIndex and CsIndex (table/index_concepts.hh).
/// Layout, for the prefetcher (with the default structure): a bucket is one 64-byte line of tags and entry
/// indices; an entry is one hot line (hash, CS handle, PIT list head, name length, first 40 bytes of the
/// name), a second with the next 64; a PIT record is three lines. Sizes are below 2^31 each.
class NameTable {
 public:
  /// Throws std::runtime_error when memory cannot be had.
  explicit NameTable(const NameTableSizes& sizes);
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  void prefetch_bucket(std::uint64_t hash) const { index_.prefetch(hash); }
  /// The same by a read, which no processor drops: for buckets that nobody asked for lately.
  void touch_bucket(std::uint64_t hash) const { index_.touch(hash); }
  /// Prefetches the entry that the bucket's tag points to, if any, else the alternate bucket if there is
  /// reason to look there; the bucket should have arrived. With the name's length, all the entry's lines that
  /// it needs. Returns what find() may begin with while changes() stays the same.
  EntryIndex prefetch_entry(std::uint64_t hash, std::size_t name_bytes = 0) const;
  /// Prefetches the entry's first line.
  void prefetch(EntryIndex entry) const { augustus::prefetch(&entries_[entry]); }
  /// Prefetches the entry's first PIT record, if any; the entry should have arrived.
  void prefetch_pit(EntryIndex entry) const;
  /// The same for the entry that prefetch_entry asked for, by the hash alone: it may be another name's.
  void prefetch_pit_of(std::uint64_t hash) const;

  EntryIndex find(const NameKey& key) const;
  /// The same with what prefetch_entry() gave for the key.
  EntryIndex find(const NameKey& key, EntryIndex candidate) const {
    if (candidate == entry_none || (candidate != entry_elsewhere && is(candidate, key))) [[likely]] {
      return candidate;
    }
    return find(key);
  }
  /// Another number after names were added or taken out.
  std::uint32_t changes() const { return changes_; }
  /// The entry of this name, made if need be; entry_none when the table (or the storage of long names) is
  /// full. A made entry lives until release_if_unused.
  EntryIndex find_or_insert(const NameKey& key);
  /// The same for a name that is known not to be there.
  EntryIndex insert(const NameKey& key);
  /// Frees the entry when it has neither PIT record nor CS handle.
  void release_if_unused(EntryIndex entry) {
    if (entries_[entry].pit_head == pit_none && !entries_[entry].cs.valid()) {
      release(entry);
    }
  }
  std::span<const std::uint8_t> name(EntryIndex entry) const;
  std::uint64_t hash(EntryIndex entry) const { return entries_[entry].hash; }
  std::uint32_t size() const { return entries_.size(); }
  std::uint32_t capacity() const { return entries_.capacity(); }
  /// The pages behind the entries, the largest part.
  PageKind pages() const { return entries_.pages(); }
  PitStructure structure() const { return index_.structure(); }

  // CsIndex
  SegmentHandle cs_handle(EntryIndex entry) const { return entries_[entry].cs; }
  /// An invalid handle: nothing cached.
  void set_cs_handle(EntryIndex entry, SegmentHandle handle) { entries_[entry].cs = handle; }

  // PitIndex
  PitRecord* first_pit(EntryIndex entry) {
    return pit_at(entries_[entry].pit_head);
  }  ///< nullptr: none pending
  /// More than one record is pending.
  bool has_several(EntryIndex entry) const { return entries_[entry].pit_count > 1; }
  PitRecord* next_pit(const PitRecord& record) { return pit_at(record.next_of_entry); }
  PitRecord* find_pit(EntryIndex entry, const PitSelectors& selectors);
  /// A new record of the entry; nullptr when PIT (or digest pool) is full.
  PitRecord* insert_pit(EntryIndex entry, const PitSelectors& selectors);
  /// The same where nothing but freshness may be asked for.
  PitRecord* insert_pit(EntryIndex entry, bool must_be_fresh);
  /// Frees the record with its in- and out-records and takes it off the timing wheel. The entry stays until
  /// release_if_unused.
  void erase_pit(PitRecord& record);
  /// The implicit digest that a record with has_digest() asks for.
  std::span<const std::uint8_t, 32> digest(const PitRecord& record) const;
  std::uint32_t pit_size() const { return pit_.size(); }
  std::uint32_t pit_capacity() const { return pit_.capacity(); }

  // In-records and out-records: at most one a face; pointers stay valid until the record is erased.
  InRecord* find_in(PitRecord& record, FaceId face);
  /// The face's record, made if need be; nullptr when the pool is full.
  InRecord* insert_in(PitRecord& record, FaceId face);
  void erase_in(PitRecord& record, FaceId face);
  void clear_in(PitRecord& record);
  OutRecord* find_out(PitRecord& record, FaceId face);
  /// The face's record, made if need be; nullptr when the pool is full.
  OutRecord* insert_out(PitRecord& record, FaceId face);
  void erase_out(PitRecord& record, FaceId face);
  void clear_out(PitRecord& record);
  /// Calls `visit(InRecord&)` / `visit(OutRecord&)` for each record in use, until it returns false. `visit`
  /// may erase the record it is given, no other.
  template <typename Visit>
  void for_each_in(PitRecord& record, Visit&& visit) {
    visit_faces(std::span<InRecord>(&record.first_in, 1), record.in_list, in_records_, visit);
  }
  template <typename Visit>
  void for_each_out(PitRecord& record, Visit&& visit) {
    visit_faces(std::span<OutRecord>(record.first_out), record.out_list, out_records_, visit);
  }
  bool has_in(const PitRecord& record) const {
    return record.first_in.face != face_id_none || record.in_list != list_end;
  }

  /// One, which is within the record.
  bool has_one_in(const PitRecord& record) const {
    return record.first_in.face != face_id_none && record.in_list == list_end;
  }

  /// Sets or moves the record's timer and its `expiry` (milliseconds resolution, rounded up).
  void schedule(PitRecord& record, TimeNs expiry, TimeNs now) { wheel_.schedule(record, expiry, now); }
  /// Calls `expired(PitRecord&)` for every record whose time has come; the record is off the wheel then and
  /// the callee erases or reschedules it. Looks at no more than `limit` records a call, the rest next time.
  template <typename Expired>
  void expire(TimeNs now, unsigned limit, Expired&& expired) {
    wheel_.expire(now, limit, expired,
                  [this](const PitRecord& record, bool near) { prefetch_to_erase(record, near); });
  }
  /// When expire should be called next, at the latest; time_never when no timer is set.
  TimeNs next_expiry() const { return wheel_.next_expiry(); }

 private:
  using Digest = std::array<std::uint8_t, 32>;
  static constexpr std::uint32_t list_end = ~std::uint32_t{0};

  static std::uint8_t flags_of(const PitSelectors& selectors);
  /// There is room for one.
  PitRecord& add_pit(EntryIndex entry, std::uint8_t flags);
  bool is(EntryIndex index, const NameKey& key) const {
    const NameEntry& entry = entries_[index];
    return entry.hash == key.hash && entry.name_length == key.bytes.size() &&
           same_bytes(name_data(entry), key.bytes.data(), key.bytes.size());
  }
  const std::uint8_t* name_data(const NameEntry& entry) const {
    if (entry.name_length <= NameEntry::inline_bytes) [[likely]] {
      return entry.name;
    }
    NameStorage::Block block = NameStorage::none;
    std::memcpy(&block, entry.name, sizeof(block));
    return long_names_.data(block);
  }
  bool store_name(NameEntry& entry, std::span<const std::uint8_t> name);
  void release_name(const NameEntry& entry);
  void release(EntryIndex entry);
  PitRecord* pit_at(PitIndex32 index) { return index == pit_none ? nullptr : &pit_[index]; }
  void unlink_from_entry(PitRecord& record);
  /// Asks for what erasing the record and its entry touches: the rest of both first, then the bucket.
  void prefetch_to_erase(const PitRecord& record, bool near) const;

  template <typename Record, typename Visit>
  static void visit_faces(std::span<Record> first, std::uint32_t list, RecordPool<Record>& pool,
                          Visit& visit) {
    for (Record& record : first) {
      if (record.face != face_id_none && !visit(record)) {
        return;
      }
    }
    while (list != list_end) {
      Record& record = pool[list];
      list = record.next;
      if (!visit(record)) {
        return;
      }
    }
  }

  HashIndex index_;
  std::uint32_t changes_ = 0;
  RecordPool<NameEntry> entries_;
  NameStorage long_names_;
  RecordPool<PitRecord> pit_;
  RecordPool<InRecord> in_records_;
  RecordPool<OutRecord> out_records_;
  RecordPool<Digest> digests_;
  TimingWheel wheel_;
};

}  // namespace augustus::table
