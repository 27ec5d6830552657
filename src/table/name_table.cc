// SPDX-License-Identifier: Apache-2.0
#include "table/name_table.hh"

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/copy_short.hh"
#include "base/prefetch.hh"
#include "table/face_records.hh"
#include "table/index_concepts.hh"

namespace augustus::table {

static_assert(PitIndex<NameTable> && CsIndex<NameTable>);

namespace {

constexpr std::uint8_t flag_can_be_prefix = 1;
constexpr std::uint8_t flag_must_be_fresh = 2;
constexpr std::uint8_t flag_has_digest = 4;
constexpr std::uint8_t flag_in_use = 8;

/// Each Face holds its own.
auto in_records_of(PitRecord& record, RecordPool<InRecord>& pool, PoolShares& shares) {
  return FaceRecords(std::span(&record.first_in, 1), record.in_list, pool, shares,
                     [&shares](FaceId face) { return shares.holder_of(face); });
}

/// Whose Interest was sent first beyond the record's own holds them all.
auto out_records_of(PitRecord& record, RecordPool<OutRecord>& pool, PoolShares& shares) {
  return FaceRecords(std::span<OutRecord>(record.first_out), record.out_list, pool, shares,
                     [&record](FaceId) { return record.taker; });
}

/// What names of cached Data may take: half, in whole blocks of the largest name.
std::uint32_t cached_units_of(const NameStorage& storage) {
  return storage.units() / 2 / NameStorage::units_max() * NameStorage::units_max();
}

}  // namespace

NameTable::NameTable(const NameTableSizes& sizes)
    : index_(sizes.structure, sizes.entries_max),
      entries_(sizes.entries_max, "name entries"),
      long_names_(sizes.name_bytes_max),
      cached_name_units_max_(cached_units_of(long_names_)),
      shares_(sizes, long_names_.units() - cached_name_units_max_),
      pit_(sizes.pit_records_max, "PIT records"),
      in_records_(sizes.extra_records_max),
      out_records_(sizes.extra_records_max),
      digests_(sizes.digests_max),
      wheel_(pit_.data()) {
#ifdef AUGUSTUS_CHECKED
  releases_.resize(sizes.entries_max + 1);
#endif
}

#ifdef AUGUSTUS_CHECKED
void FoundEntry::check() const {
  if (*releases_ != releases_then_ || *may_releases_ != may_releases_then_) {
    std::fprintf(stderr, "a name's entry was found, then it %s, now it is used\n",
                 *releases_ != releases_then_ ? "was released" : "may have been released");
    std::abort();
  }
}
#endif

EntryIndex NameTable::prefetch_entry(std::uint64_t hash, std::size_t name_bytes) const {
  const EntryIndex entry = index_.first_candidate(hash);
  if (entry >= entry_elsewhere) {
    if (entry == entry_elsewhere) {
      index_.prefetch_alternate(hash);
    }
    return entry;
  }
  augustus::prefetch(&entries_[entry]);
  if (name_bytes > cache_line_bytes - offsetof(NameEntry, name) && name_bytes <= NameEntry::inline_bytes) {
    augustus::prefetch(reinterpret_cast<const std::uint8_t*>(&entries_[entry]) + cache_line_bytes);
  }
  return entry;
}

void NameTable::prefetch_pit(EntryIndex entry) const {
  const PitIndex32 index = entries_[entry].pit_head;
  if (index == pit_none) {
    return;
  }
  const auto* const record = reinterpret_cast<const std::uint8_t*>(&pit_[index]);
  for (std::size_t line = 0; line < sizeof(PitRecord); line += cache_line_bytes) {
    augustus::prefetch(record + line);
  }
}

void NameTable::prefetch_pit_of(std::uint64_t hash) const {
  if (const EntryIndex entry = index_.first_candidate(hash); entry < entry_elsewhere) {
    prefetch_pit(entry);
  }
}

void NameTable::prefetch_to_erase(const PitRecord& record, bool near) const {
  if (record.entry >= entries_.capacity()) {
    return;  // erased meanwhile
  }
  if (near) {
    index_.prefetch(entries_[record.entry].hash);
    return;
  }
  augustus::prefetch(&entries_[record.entry]);
  augustus::prefetch(&record.first_in);
}

FoundEntry NameTable::find(const NameKey& key) const {
  return found(index_.find(key.hash, [this, &key](EntryIndex index) { return is(index, key); }));
}

EntryIndex NameTable::find_or_insert(const NameKey& key) {
  const EntryIndex there = find(key);
  return there != entry_none ? there : insert(key);
}

EntryIndex NameTable::insert(const NameKey& key, const Taker* taker) {
  const EntryIndex index = entries_.allocate();
  if (index == entries_.none) {
    return entry_none;
  }
  NameEntry& entry = entries_[index];
  entry.hash = key.hash;
  if (!store_name(entry, key.bytes, taker)) {
    entries_.release(index);
    return entry_none;
  }
  if (!index_.insert(key.hash, index)) {
    release_name(entry);
    entries_.release(index);
    return entry_none;
  }
  ++changes_;
  return index;
}

void NameTable::release(EntryIndex index) {
  NameEntry& entry = entries_[index];
  if (index_.erase(entry.hash, index)) {
    ++changes_;
#ifdef AUGUSTUS_CHECKED
    ++releases_[index];
#endif
    release_name(entry);
    entries_.release(index);
  }
}

std::span<const std::uint8_t> NameTable::name(EntryIndex index) const {
  const NameEntry& entry = entries_[index];
  return {name_data(entry), entry.name_length};
}

bool NameTable::store_name(NameEntry& entry, std::span<const std::uint8_t> name, const Taker* taker) {
  entry.name_length = static_cast<std::uint16_t>(name.size());
  if (name.size() > NameEntry::inline_bytes) [[unlikely]] {
    return store_long_name(entry, name, taker);
  }
  copy_short(entry.name, name.data(), name.size());
  return true;
}

bool NameTable::store_long_name(NameEntry& entry, std::span<const std::uint8_t> name, const Taker* taker) {
  LongName made{.pending = taker != nullptr};
  const std::uint32_t units = NameStorage::units_of(name.size());
  if (made.pending) {
    made.holder = shares_.names.holder_of(taker->face);
    if (!shares_.names.may_take(made.holder, taker->is_local, units)) {
      return false;
    }
  }
  made.block = long_names_.allocate(name.size());
  if (made.block == NameStorage::none) {
    return false;
  }
  if (made.pending) {
    shares_.names.add(made.holder, units);
  } else {
    cached_name_units_ += units;
  }
  entry.set_long_name(made);
  std::memcpy(long_names_.data(made.block), name.data(), name.size());
  return true;
}

void NameTable::account_long_name(NameEntry& entry) {
  LongName name = entry.long_name();
  const std::uint32_t units = NameStorage::units_of(entry.name_length);
  if (entry.cs.valid() && name.pending) {
    shares_.names.give_back(name.holder, units);
    cached_name_units_ += units;
    name.pending = false;
  } else if (!entry.cs.valid() && !name.pending && entry.pit_head != pit_none && shares_.names.free() >= units) {
    // Interests wait under it yet: it is theirs from now on, whoever of them asked first.
    name.holder = shares_.names.holder_of(pit_[entry.pit_head].first_in.face);
    shares_.names.add(name.holder, units);
    cached_name_units_ -= units;
    name.pending = true;
  }
  entry.set_long_name(name);
}

bool NameTable::may_keep_long_name(const NameEntry& entry) const {
  return cached_name_units_ + (entry.long_name().pending ? NameStorage::units_of(entry.name_length) : 0) <=
         cached_name_units_max_;
}

std::optional<PoolShares::Holder> NameTable::holder_of_name(const PitRecord& record) const {
  const NameEntry& entry = entries_[record.entry];
  if (!entry.has_long_name() || !entry.long_name().pending) {
    return std::nullopt;
  }
  return entry.long_name().holder;
}

void NameTable::release_name(const NameEntry& entry) {
  if (!entry.has_long_name()) [[likely]] {
    return;
  }
  const LongName name = entry.long_name();
  const std::uint32_t units = NameStorage::units_of(entry.name_length);
  if (name.pending) {
    shares_.names.give_back(name.holder, units);
  } else {
    cached_name_units_ -= units;
  }
  long_names_.release(name.block, entry.name_length);
}

std::uint8_t NameTable::flags_of(const PitSelectors& selectors) {
  return static_cast<std::uint8_t>(flag_in_use | (selectors.can_be_prefix ? flag_can_be_prefix : 0) |
                                   (selectors.must_be_fresh ? flag_must_be_fresh : 0) |
                                   (selectors.has_digest ? flag_has_digest : 0));
}

PitRecord* NameTable::find_pit(EntryIndex entry, const PitSelectors& selectors) {
  const std::uint8_t flags = flags_of(selectors);
  for (PitRecord* record = first_pit(entry); record != nullptr; record = next_pit(*record)) {
    if (record->flags == flags && record->hint_hash == selectors.hint_hash &&
        (!selectors.has_digest || digests_[record->digest_index] == selectors.digest)) {
      return record;
    }
  }
  return nullptr;
}

PitRecord* NameTable::insert_pit(EntryIndex index, const PitSelectors& selectors, PoolShares::Holder share,
                                 const Taker& taker) {
  if (entries_[index].pit_count == pit_records_per_name_max || pit_.full()) {
    return nullptr;
  }
  const PoolShares::Holder holder = shares_.digests.holder_of(taker.face);
  if (selectors.has_digest && !shares_.digests.take(holder, taker.is_local)) {
    return nullptr;
  }
  PitRecord& record = add_pit(index, flags_of(selectors), share);
  record.hint_hash = selectors.hint_hash;
  if (selectors.has_digest) {
    record.digest_index = digests_.allocate();
    record.taker = holder;
    digests_[record.digest_index] = selectors.digest;
  }
  return &record;
}

PitRecord* NameTable::insert_pit(EntryIndex index, bool must_be_fresh, PoolShares::Holder share) {
  if (entries_[index].pit_count == pit_records_per_name_max || pit_.full()) {
    return nullptr;
  }
  return &add_pit(index, flag_in_use | (must_be_fresh ? flag_must_be_fresh : 0), share);
}

[[gnu::always_inline]] inline PitRecord& NameTable::add_pit(EntryIndex index, std::uint8_t flags,
                                                            PoolShares::Holder share) {
  NameEntry& entry = entries_[index];
  const PitIndex32 self = pit_.allocate();
  PitRecord& record = pit_[self];
  record.entry = index;
  record.self = self;
  record.flags = flags;
  record.share = share;
  shares_.pit.add(share);
  record.next_of_entry = entry.pit_head;
  entry.pit_head = self;
  ++entry.pit_count;
  return record;
}

void NameTable::erase_pit(PitRecord& record) {
  wheel_.cancel(record);
  // Those within the record go with it.
  in_records_of(record, in_records_, shares_.in_records).clear_list();
  out_records_of(record, out_records_, shares_.out_records).clear_list();
  if (record.has_digest()) {
    shares_.digests.give_back(record.taker);
    digests_.release(record.digest_index);
  }
  unlink_from_entry(record);
  shares_.pit.give_back(record.share);
  pit_.release(record.self);
}

void NameTable::unlink_from_entry(PitRecord& record) {
  NameEntry& entry = entries_[record.entry];
  PitIndex32* link = &entry.pit_head;
  while (*link != record.self) {
    link = &pit_[*link].next_of_entry;
  }
  *link = record.next_of_entry;
  --entry.pit_count;
}

std::span<const std::uint8_t, 32> NameTable::digest(const PitRecord& record) const {
  assert(record.has_digest());
  return digests_[record.digest_index];
}

InRecord* NameTable::find_in(PitRecord& record, FaceId face) {
  return in_records_of(record, in_records_, shares_.in_records).find(face);
}

InRecord* NameTable::insert_in(PitRecord& record, FaceId face, bool is_local) {
  bool is_crowded = false;
  return in_records_of(record, in_records_, shares_.in_records)
      .insert(face, faces_per_record_max, is_local, is_crowded);
}

InRecord* NameTable::add_in(PitRecord& record, FaceId face, unsigned listed, bool is_local, bool& is_crowded) {
  return in_records_of(record, in_records_, shares_.in_records)
      .add(face, listed, faces_per_record_max, is_local, is_crowded);
}

InRecord* NameTable::replace_in(PitRecord& record, InRecord* before, FaceId face, bool is_local) {
  return in_records_of(record, in_records_, shares_.in_records).replace(before, face, is_local);
}

void NameTable::erase_in(PitRecord& record, FaceId face) {
  in_records_of(record, in_records_, shares_.in_records).erase(face);
}

void NameTable::clear_in(PitRecord& record) {
  in_records_of(record, in_records_, shares_.in_records).clear();
}

void NameTable::erase_in_of_largest(PitRecord& record, std::uint32_t part) {
  in_records_of(record, in_records_, shares_.in_records).erase_largest(part);
}

OutRecord* NameTable::find_out(PitRecord& record, FaceId face) {
  return out_records_of(record, out_records_, shares_.out_records).find(face);
}

OutRecord* NameTable::insert_out(PitRecord& record, FaceId face, const Taker& taker) {
  if (!has_pooled_out(record) && !record.has_digest()) {
    record.taker = shares_.out_records.holder_of(taker.face);
  }
  bool is_crowded = false;
  OutRecord* const out = out_records_of(record, out_records_, shares_.out_records)
                             .insert(face, faces_per_record_max, taker.is_local, is_crowded);
  if (is_crowded) {
    shares_.out_records.count_refusal();
  }
  return out;
}

void NameTable::erase_out(PitRecord& record, FaceId face) {
  out_records_of(record, out_records_, shares_.out_records).erase(face);
}

void NameTable::clear_out(PitRecord& record) {
  out_records_of(record, out_records_, shares_.out_records).clear();
}

}  // namespace augustus::table
