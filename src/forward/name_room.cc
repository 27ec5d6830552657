// SPDX-License-Identifier: Apache-2.0
#include "forward/name_room.hh"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "forward/record_life.hh"

namespace augustus::forward {
namespace {

/// Of records that differ in digest or hint a stranger can make any number; only four differ in selectors alone.
bool is_one_of_many(const table::PitRecord& record) {
  return record.has_digest() || record.hint_hash != 0;
}
bool is_one_of_many(const Item& interest) {
  return interest.view->has_implicit_digest || interest.view->has_forwarding_hint;
}

/// Who has waited for the record longest, as far as that is easily told.
FaceId first_waiting(table::NameTable& table, table::PitRecord& record) {
  FaceId first = face_id_none;
  table.for_each_in(record, [&](const table::InRecord& in) {
    first = in.face;
    return false;
  });
  return first;
}

/// The records of one name that could give way, the newest first, and who waits for each.
class Waiting {
 public:
  struct One {
    table::PitRecord* record;
    std::uint64_t source;  ///< who is behind the Face
    FaceId face;
    bool is_shared;  ///< others wait, too
  };

  Waiting(StageContext& context, table::EntryIndex entry) {
    auto& table = context.table;
    const auto& faces = context.shared.faces;
    for (auto* record = table.first_pit(entry); record != nullptr; record = table.next_pit(*record)) {
      const FaceId face = first_waiting(table, *record);
      const bool is_shared = table.has_pooled_in(*record);
      if (face == face_id_none || (!is_shared && faces.find(face).id == face_id_none)) {
        unwanted_ = record;
      } else if (is_one_of_many(*record)) {
        all_[count_++] = {record, faces.source_of(face), face, is_shared};
      }
    }
  }

  /// Nobody waits for it any more; nullptr: there is none.
  table::PitRecord* unwanted() const { return unwanted_; }
  bool empty() const { return count_ == 0; }
  std::ptrdiff_t of_source(std::uint64_t source) const { return std::ranges::count(all(), source, &One::source); }
  std::ptrdiff_t of_face(FaceId face) const { return std::ranges::count(all(), face, &One::face); }
  /// That has most; of several such, the one that has waited longest.
  std::uint64_t largest_source() const {
    const One* largest = &all().back();
    std::ptrdiff_t held = of_source(largest->source);
    for (unsigned i = count_ - 1; i-- != 0;) {
      const auto other = of_source(all_[i].source);
      if (other > held) {
        largest = &all_[i];
        held = other;
      }
    }
    return largest->source;
  }
  /// Of a source that has some: what nobody else waits for, of the Face that has most, the oldest.
  const One& first_to_go(std::uint64_t source) const {
    const One* first = nullptr;
    std::pair<bool, std::ptrdiff_t> rank;
    for (const One& one : all()) {
      if (one.source != source) {
        continue;
      }
      const std::pair own(!one.is_shared, of_face(one.face));
      if (first == nullptr || own >= rank) {
        first = &one;
        rank = own;
      }
    }
    return *first;
  }

 private:
  std::span<const One> all() const { return std::span(all_).first(count_); }

  std::array<One, table::pit_records_per_name_max> all_;
  unsigned count_ = 0;
  table::PitRecord* unwanted_ = nullptr;
};

table::PitRecord* who_gives_way(const Waiting& waiting, std::uint64_t source, const Item& asking) {
  if (waiting.unwanted() != nullptr || waiting.empty()) {
    return waiting.unwanted();
  }
  const std::uint64_t largest = waiting.largest_source();
  const bool others_have_more = waiting.of_source(largest) > waiting.of_source(source);
  const auto own = waiting.of_face(asking.ingress.id);
  // Where its own source has as much as any, that source's other Faces make room.
  const auto& first = waiting.first_to_go(others_have_more ? largest : source);
  const bool gives_way = others_have_more || !is_one_of_many(asking) || waiting.of_face(first.face) > own;
  return gives_way ? first.record : nullptr;
}

}  // namespace

bool make_room_of_name(StageContext& context, table::EntryIndex entry, const Item& asking) {
  const std::uint64_t source = context.shared.faces.source_of(asking.ingress.id);
  table::PitRecord* const record = who_gives_way(Waiting(context, entry), source, asking);
  if (record == nullptr) {
    return false;
  }
  if (context.table.has_in(*record)) {
    context.count_drop(Drop::pit_gave_way);
  }
  end_record(context, *record);
  return true;
}

}  // namespace augustus::forward
