// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "base/checked_build.hh"
#include "base/clock.hh"
#include "base/mapped_memory.hh"
#include "base/prefetch.hh"
#include "table/found_entry.hh"
#include "table/hash_index.hh"
#include "table/may_release.hh"
#include "table/name_entry.hh"
#include "table/name_key.hh"
#include "table/name_storage.hh"
#include "table/name_table_sizes.hh"
#include "table/pit_record.hh"
#include "table/record_pool.hh"
#include "table/same_bytes.hh"
#include "table/segment_handle.hh"
#include "table/table_shares.hh"
#include "table/taker.hh"
#include "table/timing_wheel.hh"

namespace augustus::table {

/// PIT records of one name (they differ in selectors, digest or hint), and in- or out-records in the list of one PIT
/// record, so that a stranger cannot make a list long to walk.
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
  /// The same for an entry that was there some time ago: when it is gone, or another's, some bucket is touched.
  AUGUSTUS_SEES_POISON void touch_bucket_of(EntryIndex entry_or_gone) const {
    index_.touch(entries_[entry_or_gone].hash);
  }
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

  FoundEntry find(const NameKey& key) const;
  /// The same with what prefetch_entry() gave for the key.
  FoundEntry find(const NameKey& key, EntryIndex candidate) const {
    if (candidate == entry_none || (candidate != entry_elsewhere && is(candidate, key))) [[likely]] {
      return found(candidate);
    }
    return find(key);
  }
  /// Another number after names were added or taken out.
  std::uint32_t changes() const { return changes_; }
  /// The entry of this name, made if need be; entry_none when the table (or the storage of long names) is
  /// full. A made entry lives until release_if_unused.
  EntryIndex find_or_insert(const NameKey& key);
  /// The same for a name that is known not to be there.
  EntryIndex insert(const NameKey& key) { return insert(key, nullptr); }
  /// The same for a pending Interest, whose Face may have no room for a long name left. Counts no refusal.
  EntryIndex insert(const NameKey& key, const Taker& taker) { return insert(key, &taker); }
  /// For a call that may free entries it was not given: what was found before is not good any more.
  MayRelease may_release() {
#ifdef AUGUSTUS_CHECKED
    ++may_releases_;
#endif
    return {};
  }
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
  void set_cs_handle(EntryIndex index, SegmentHandle handle) {
    NameEntry& entry = entries_[index];
    entry.cs = handle;
    if (entry.has_long_name()) [[unlikely]] {
      account_long_name(entry);
    }
  }
  /// Names of cached Data take half of the storage for long names at most. Whether this entry's is one of them, or
  /// may become one.
  bool may_keep_name(EntryIndex entry) const {
    return !entries_[entry].has_long_name() || may_keep_long_name(entries_[entry]);
  }

  // PitIndex
  PitRecord* first_pit(EntryIndex entry) {
    return pit_at(entries_[entry].pit_head);
  }  ///< nullptr: none pending
  /// More than one record is pending.
  bool has_several(EntryIndex entry) const { return entries_[entry].pit_count > 1; }
  PitRecord* next_pit(const PitRecord& record) { return pit_at(record.next_of_entry); }
  unsigned pit_count(EntryIndex entry) const { return entries_[entry].pit_count; }
  PitRecord* find_pit(EntryIndex entry, const PitSelectors& selectors);
  /// A new record of the entry, in this part of the PIT, where the caller has seen that it may grow. nullptr: the PIT
  /// is full, or the entry has as many as one may, or the taker has no digest left, which is counted as refused.
  PitRecord* insert_pit(EntryIndex entry, const PitSelectors& selectors, PoolShares::Holder share = 0,
                        const Taker& taker = {});
  /// The same where nothing but freshness may be asked for.
  PitRecord* insert_pit(EntryIndex entry, bool must_be_fresh, PoolShares::Holder share = 0);
  /// Frees the record with its in- and out-records and takes it off the timing wheel. The entry stays until
  /// release_if_unused.
  void erase_pit(PitRecord& record);
  /// The implicit digest that a record with has_digest() asks for.
  std::span<const std::uint8_t, 32> digest(const PitRecord& record) const;
  std::uint32_t pit_size() const { return pit_.size(); }
  std::uint32_t pit_capacity() const { return pit_.capacity(); }

  // In-records and out-records: at most one a face; pointers stay valid until the record is erased or replaced.
  InRecord* find_in(PitRecord& record, FaceId face);
  /// The face's record, made if need be; nullptr when the pool is full, or the record's list has as many as one may.
  InRecord* insert_in(PitRecord& record, FaceId face, bool is_local = true);
  /// A record of a face that has none, where `listed` are in the record's list. nullptr when the pool's rule is against
  /// it, or `is_crowded`: the list has as many as one may. Walks nowhere.
  InRecord* add_in(PitRecord& record, FaceId face, unsigned listed, bool is_local, bool& is_crowded);
  /// A record of a face that has none, in place of the listed one behind `before`, or of the first listed (nullptr).
  /// nullptr when the pool's rule is against it; nothing has changed then. Walks nowhere.
  InRecord* replace_in(PitRecord& record, InRecord* before, FaceId face, bool is_local);
  void erase_in(PitRecord& record, FaceId face);
  void clear_in(PitRecord& record);
  OutRecord* find_out(PitRecord& record, FaceId face);
  /// The face's record, made if need be for the taker's Interest; nullptr when the pool is full.
  OutRecord* insert_out(PitRecord& record, FaceId face, const Taker& taker = {});
  void erase_out(PitRecord& record, FaceId face);
  void clear_out(PitRecord& record);
  /// Calls `visit(InRecord&)` / `visit(OutRecord&)` for each record in use, until it returns false. `visit`
  /// may erase the record it is given, no other.
  template <typename Visit>
  void for_each_in(PitRecord& record, Visit&& visit) {
    visit_faces(std::span<InRecord>(&record.first_in, 1), record.in_list, in_records_, visit);
  }
  /// The same for those in the list, which are all but the first, the newest before the older.
  template <typename Visit>
  void for_each_listed_in(PitRecord& record, Visit&& visit) {
    visit_faces(std::span<InRecord>(), record.in_list, in_records_, visit);
  }
  template <typename Visit>
  void for_each_out(PitRecord& record, Visit&& visit) {
    visit_faces(std::span<OutRecord>(record.first_out), record.out_list, out_records_, visit);
  }
  bool has_in(const PitRecord& record) const {
    return record.first_in.face != face_id_none || record.in_list != list_end;
  }

  /// Gives back in-records that Faces with `part` or more of the pool have in it.
  void erase_in_of_largest(PitRecord& record, std::uint32_t part);
  /// One, which is within the record.
  bool has_one_in(const PitRecord& record) const {
    return record.first_in.face != face_id_none && record.in_list == list_end;
  }

  // Who holds how much, and what of it could give way.
  const TableShares& shares() const { return shares_; }
  TableShares& shares() { return shares_; }
  /// Numbers of PIT records are below this.
  std::uint32_t pit_touched() const { return pit_.touched(); }
  /// The record of that number, when it is pending. Between bursts.
  AUGUSTUS_SEES_POISON PitRecord* pending_at(PitIndex32 number) {
    return TimingWheel::scheduled(pit_[number]) ? &pit_[number] : nullptr;
  }
  /// Has out-records in the pool.
  static bool has_pooled_out(const PitRecord& record) { return record.out_list != list_end; }
  static bool has_pooled_in(const PitRecord& record) { return record.in_list != list_end; }
  /// What the record's name takes of the storage that pending Interests share is in this part.
  std::optional<PoolShares::Holder> holder_of_name(const PitRecord& record) const;

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
  friend class NameTableCheck;
  using Digest = std::array<std::uint8_t, 32>;
  static constexpr std::uint32_t list_end = ~std::uint32_t{0};

  /// With a taker, for a pending Interest.
  EntryIndex insert(const NameKey& key, const Taker* taker);
  /// The name is the storage's of cached Data, or the pending Interests', as the handle says.
  void account_long_name(NameEntry& entry);
  static std::uint8_t flags_of(const PitSelectors& selectors);
  /// There is room for one.
  PitRecord& add_pit(EntryIndex entry, std::uint8_t flags, PoolShares::Holder share);
  FoundEntry found(EntryIndex index) const {
#ifdef AUGUSTUS_CHECKED
    return {index, &releases_[index == entry_none ? 0 : index], &may_releases_};
#else
    return FoundEntry(index);
#endif
  }
  bool is(EntryIndex index, const NameKey& key) const {
    const NameEntry& entry = entries_[index];
    return entry.hash == key.hash && entry.name_length == key.bytes.size() &&
           same_bytes(name_data(entry), key.bytes.data(), key.bytes.size());
  }
  const std::uint8_t* name_data(const NameEntry& entry) const {
    if (entry.name_length <= NameEntry::inline_bytes) [[likely]] {
      return entry.name;
    }
    return long_names_.data(entry.long_name().block);
  }
  bool store_name(NameEntry& entry, std::span<const std::uint8_t> name, const Taker* taker);
  bool store_long_name(NameEntry& entry, std::span<const std::uint8_t> name, const Taker* taker);
  bool may_keep_long_name(const NameEntry& entry) const;
  void release_name(const NameEntry& entry);
  void release(EntryIndex entry);
  PitRecord* pit_at(PitIndex32 index) { return index == pit_none ? nullptr : &pit_[index]; }
  void unlink_from_entry(PitRecord& record);
  /// Asks for what erasing the record and its entry touches: the rest of both first, then the bucket.
  AUGUSTUS_SEES_POISON void prefetch_to_erase(const PitRecord& record, bool near) const;

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
  std::uint32_t cached_name_units_max_;
  std::uint32_t cached_name_units_ = 0;  ///< of long_names_, what names of cached Data take
  TableShares shares_;
  RecordPool<PitRecord> pit_;
  RecordPool<InRecord> in_records_;
  RecordPool<OutRecord> out_records_;
  RecordPool<Digest> digests_;
  TimingWheel wheel_;
#ifdef AUGUSTUS_CHECKED
  std::vector<std::uint32_t> releases_;  ///< of each entry
  std::uint32_t may_releases_ = 0;
#endif
};

}  // namespace augustus::table
