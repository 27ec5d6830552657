// SPDX-License-Identifier: Apache-2.0
#include "table/name_table.hh"

#include <cassert>
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

constexpr std::size_t line_bytes = 64;

FaceRecords<InRecord> in_records_of(PitRecord& record, RecordPool<InRecord>& pool) {
  return {std::span(&record.first_in, 1), record.in_list, pool};
}

FaceRecords<OutRecord> out_records_of(PitRecord& record, RecordPool<OutRecord>& pool) {
  return {std::span(record.first_out), record.out_list, pool};
}

}  // namespace

NameTable::NameTable(const NameTableSizes& sizes)
    : index_(sizes.structure, sizes.entries_max),
      entries_(sizes.entries_max, "name entries"),
      long_names_(sizes.name_bytes_max),
      pit_(sizes.pit_records_max, "PIT records"),
      in_records_(sizes.extra_records_max),
      out_records_(sizes.extra_records_max),
      digests_(sizes.digests_max),
      wheel_(pit_.data()) {}

EntryIndex NameTable::prefetch_entry(std::uint64_t hash, std::size_t name_bytes) const {
  const EntryIndex entry = index_.first_candidate(hash);
  if (entry >= entry_elsewhere) {
    if (entry == entry_elsewhere) {
      index_.prefetch_alternate(hash);
    }
    return entry;
  }
  augustus::prefetch(&entries_[entry]);
  if (name_bytes > line_bytes - offsetof(NameEntry, name) && name_bytes <= NameEntry::inline_bytes) {
    augustus::prefetch(reinterpret_cast<const std::uint8_t*>(&entries_[entry]) + line_bytes);
  }
  return entry;
}

void NameTable::prefetch_pit(EntryIndex entry) const {
  const PitIndex32 index = entries_[entry].pit_head;
  if (index == pit_none) {
    return;
  }
  const auto* const record = reinterpret_cast<const std::uint8_t*>(&pit_[index]);
  for (std::size_t line = 0; line < sizeof(PitRecord); line += line_bytes) {
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

EntryIndex NameTable::find(const NameKey& key) const {
  return index_.find(key.hash, [this, &key](EntryIndex index) { return is(index, key); });
}

EntryIndex NameTable::find_or_insert(const NameKey& key) {
  const EntryIndex found = find(key);
  return found != entry_none ? found : insert(key);
}

EntryIndex NameTable::insert(const NameKey& key) {
  const EntryIndex index = entries_.allocate();
  if (index == entries_.none) {
    return entry_none;
  }
  NameEntry& entry = entries_[index];
  entry.hash = key.hash;
  if (!store_name(entry, key.bytes)) {
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
    release_name(entry);
    entries_.release(index);
  }
}

std::span<const std::uint8_t> NameTable::name(EntryIndex index) const {
  const NameEntry& entry = entries_[index];
  return {name_data(entry), entry.name_length};
}

bool NameTable::store_name(NameEntry& entry, std::span<const std::uint8_t> name) {
  std::uint8_t* to = entry.name;
  if (name.size() > NameEntry::inline_bytes) {
    const NameStorage::Block block = long_names_.allocate(name.size());
    if (block == NameStorage::none) {
      return false;
    }
    std::memcpy(entry.name, &block, sizeof(block));
    to = long_names_.data(block);
  }
  copy_short(to, name.data(), name.size());
  entry.name_length = static_cast<std::uint16_t>(name.size());
  return true;
}

void NameTable::release_name(const NameEntry& entry) {
  if (entry.name_length > NameEntry::inline_bytes) {
    NameStorage::Block block = NameStorage::none;
    std::memcpy(&block, entry.name, sizeof(block));
    long_names_.release(block, entry.name_length);
  }
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

PitRecord* NameTable::insert_pit(EntryIndex index, const PitSelectors& selectors) {
  if (entries_[index].pit_count == pit_records_per_name_max || pit_.full()) {
    return nullptr;
  }
  std::uint32_t digest_index = digests_.none;
  if (selectors.has_digest) {
    digest_index = digests_.allocate();
    if (digest_index == digests_.none) {
      return nullptr;
    }
    digests_[digest_index] = selectors.digest;
  }
  PitRecord& record = add_pit(index, flags_of(selectors));
  record.hint_hash = selectors.hint_hash;
  record.digest_index = digest_index;
  return &record;
}

PitRecord* NameTable::insert_pit(EntryIndex index, bool must_be_fresh) {
  if (entries_[index].pit_count == pit_records_per_name_max || pit_.full()) {
    return nullptr;
  }
  return &add_pit(index, flag_in_use | (must_be_fresh ? flag_must_be_fresh : 0));
}

PitRecord& NameTable::add_pit(EntryIndex index, std::uint8_t flags) {
  NameEntry& entry = entries_[index];
  const PitIndex32 self = pit_.allocate();
  PitRecord& record = pit_[self];
  record.entry = index;
  record.self = self;
  record.flags = flags;
  record.next_of_entry = entry.pit_head;
  entry.pit_head = self;
  ++entry.pit_count;
  return record;
}

void NameTable::erase_pit(PitRecord& record) {
  wheel_.cancel(record);
  // Those within the record go with it.
  in_records_of(record, in_records_).clear_list();
  out_records_of(record, out_records_).clear_list();
  if (record.has_digest()) {
    digests_.release(record.digest_index);
  }
  unlink_from_entry(record);
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
  return in_records_of(record, in_records_).find(face);
}

InRecord* NameTable::insert_in(PitRecord& record, FaceId face) {
  return in_records_of(record, in_records_).insert(face, faces_per_record_max);
}

void NameTable::erase_in(PitRecord& record, FaceId face) {
  in_records_of(record, in_records_).erase(face);
}

void NameTable::clear_in(PitRecord& record) {
  in_records_of(record, in_records_).clear();
}

OutRecord* NameTable::find_out(PitRecord& record, FaceId face) {
  return out_records_of(record, out_records_).find(face);
}

OutRecord* NameTable::insert_out(PitRecord& record, FaceId face) {
  return out_records_of(record, out_records_).insert(face, faces_per_record_max);
}

void NameTable::erase_out(PitRecord& record, FaceId face) {
  out_records_of(record, out_records_).erase(face);
}

void NameTable::clear_out(PitRecord& record) {
  out_records_of(record, out_records_).clear();
}

}  // namespace augustus::table
