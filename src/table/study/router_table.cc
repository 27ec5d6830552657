// SPDX-License-Identifier: Apache-2.0
#include "table/study/router_table.hh"

#include "base/memory_areas.hh"

namespace augustus::table::study {
namespace {

static_assert(PendingTable<RouterTable> && PendingTable<RouterTableWith<PitStructure::dht>>);

NameTableSizes table_sizes(const PendingSizes& sizes, PitStructure structure) {
  const bool inlined = sizes.name_bytes_max <= NameEntry::inline_bytes;
  return {.entries_max = sizes.entries_max,
          .pit_records_max = sizes.entries_max,
          .extra_records_max = sizes.extra_faces_max,
          .digests_max = 1,
          .name_bytes_max = inlined ? 1 : sizes.entries_max * sizes.name_bytes_max * 2,
          .structure = structure};
}

std::uint64_t mapped_bytes() {
  std::uint64_t bytes = 0;
  for (const MemoryArea& area : memory_areas()) {
    bytes += area.bytes;
  }
  return bytes;
}

FaceId face_of(FaceNumber face) {
  return face_id_first_user + face;
}

}  // namespace

RouterTable::RouterTable(const PendingSizes& sizes, PitStructure structure)
    : name_bytes_max_(sizes.name_bytes_max),
      memory_bytes_(mapped_bytes()),
      table_(table_sizes(sizes, structure)) {
  memory_bytes_ = mapped_bytes() - memory_bytes_;
}

InterestOutcome RouterTable::on_interest(const PendingInterest& interest, TimeMs now) {
  advance(now);
  if (interest.name.key.bytes.size() > name_bytes_max_) {
    return InterestOutcome::full;
  }
  const EntryIndex entry = table_.find_or_insert(interest.name.key);
  if (entry == entry_none) {
    return InterestOutcome::full;
  }
  if (PitRecord* const pending = table_.first_pit(entry)) {
    return update(*pending, interest);
  }
  PitRecord* const record = table_.insert_pit(entry, {});
  if (record == nullptr) {
    table_.release_if_unused(entry);
    return InterestOutcome::full;
  }
  InRecord* const in = table_.insert_in(*record, face_of(interest.face));
  in->nonce = interest.nonce;
  in->last_renewed = now_;
  in->expiry = now_ + interest.lifetime * nanoseconds_per_millisecond;
  table_.schedule(*record, in->expiry, now_);
  return InterestOutcome::inserted;
}

InterestOutcome RouterTable::update(PitRecord& record, const PendingInterest& interest) {
  bool loop = false;
  unsigned faces = 0;
  table_.for_each_in(record, [&](const InRecord& in) {
    loop = in.nonce == interest.nonce;
    ++faces;
    return !loop;
  });
  if (loop) {
    return InterestOutcome::loop;
  }
  if (InRecord* const in = table_.find_in(record, face_of(interest.face))) {
    in->nonce = interest.nonce;
    return InterestOutcome::repeated;
  }
  InRecord* const in =
      faces < FaceList::size_max ? table_.insert_in(record, face_of(interest.face)) : nullptr;
  if (in == nullptr) {
    return InterestOutcome::full;
  }
  in->nonce = interest.nonce;
  return InterestOutcome::aggregated;
}

bool RouterTable::on_data(const PendingName& name, TimeMs now, FaceList& faces) {
  advance(now);
  const EntryIndex entry = table_.find(name.key);
  PitRecord* const record = entry != entry_none ? table_.first_pit(entry) : nullptr;
  if (record == nullptr) {
    return false;
  }
  table_.for_each_in(*record, [&faces](const InRecord& in) {
    faces.add(static_cast<FaceNumber>(in.face - face_id_first_user));
    return true;
  });
  erase(*record);
  return true;
}

void RouterTable::advance(TimeMs now) {
  if (now == last_) {
    return;
  }
  now_ += TimeNs{now - last_} * nanoseconds_per_millisecond;
  last_ = now;
  table_.expire(now_, ~0u, [this](PitRecord& record) { erase(record); });
}

void RouterTable::prefetch(const PendingName& name, unsigned step) const {
  if (step == 0) {
    table_.prefetch_bucket(name.key.hash);
  } else if (step == 1) {
    table_.prefetch_entry(name.key.hash, name.key.bytes.size());
  } else {
    table_.prefetch_pit_of(name.key.hash);
  }
}

void RouterTable::erase(PitRecord& record) {
  const EntryIndex entry = record.entry;
  table_.erase_pit(record);
  table_.release_if_unused(entry);
}

}  // namespace augustus::table::study
