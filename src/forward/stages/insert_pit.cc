// SPDX-License-Identifier: Apache-2.0
#include "forward/stages/insert_pit.hh"

#include "forward/record_life.hh"
#include "forward/rules/lifetime.hh"
#include "forward/rules/note_downstream.hh"
#include "forward/rules/open_record.hh"

namespace augustus::forward {
namespace {

/// One of the newest that the record lists which is of this source; face_id_none: there is none.
FaceId newest_of(std::uint64_t source, StageContext& context, table::PitRecord& record) {
  constexpr unsigned looked_at = 8;
  FaceId found = face_id_none;
  unsigned seen = 0;
  context.table.for_each_listed_in(record, [&](const table::InRecord& in) {
    if (context.shared.faces.source_of(in.face) == source) {
      found = in.face;
    }
    return found == face_id_none && ++seen < looked_at;
  });
  return found;
}

/// The only source that more than half of those that the record lists may be of (R. S. Boyer and J S. Moore, MJRTY - A
/// Fast Majority Vote Algorithm).
std::uint64_t majority_of(StageContext& context, table::PitRecord& record) {
  std::uint64_t most = 0;
  unsigned votes = 0;
  context.table.for_each_listed_in(record, [&](const table::InRecord& in) {
    const std::uint64_t source = context.shared.faces.source_of(in.face);
    if (votes == 0) {
      most = source;
    }
    votes = source == most ? votes + 1 : votes - 1;
    return true;
  });
  return most;
}

/// Which Face that the record lists makes place for this one, where they are as many as may be: one of the same source
/// if there is one among the newest, so that who asks from many Faces pushes out his own; one that is gone; the
/// oldest of the source that has more than half; the oldest.
FaceId who_makes_place(StageContext& context, table::PitRecord& record, FaceId face) {
  const auto& faces = context.shared.faces;
  const FaceId same = newest_of(faces.source_of(face), context, record);
  if (same != face_id_none) {
    return same;
  }
  const std::uint64_t most = majority_of(context, record);
  FaceId gone = face_id_none, oldest = face_id_none, oldest_of_most = face_id_none;
  unsigned listed = 0, of_most = 0;
  context.table.for_each_listed_in(record, [&](const table::InRecord& in) {
    oldest = in.face;
    ++listed;
    if (faces.find(in.face).id == face_id_none) {
      gone = in.face;
    } else if (faces.source_of(in.face) == most) {
      oldest_of_most = in.face;
      ++of_most;
    }
    return gone == face_id_none;
  });
  if (gone != face_id_none) {
    return gone;
  }
  return 2 * of_most > listed ? oldest_of_most : oldest;
}

/// A new in-record of the item's Face; nullptr when the pool has no room.
table::InRecord* new_in_record(StageContext& context, Item& item) {
  const FaceId face = item.ingress.id;
  bool is_crowded = false;
  auto* made = context.table.insert_in(*item.record, face, is_local(item.ingress), is_crowded);
  if (is_crowded) [[unlikely]] {
    made = context.table.replace_in(*item.record, who_makes_place(context, *item.record, face), face,
                                    is_local(item.ingress));
    if (made != nullptr) {
      context.count_drop(Drop::pit_gave_way);
    }
  }
  return made;
}

/// The in-record of the item's Face; nullptr when there is no room.
table::InRecord* own_in_record(StageContext& context, Item& item) {
  auto* own = context.table.find_in(*item.record, item.ingress.id);
  if (own != nullptr) {
    item.retransmission = true;
    context.counters.retransmitted.add();
    context.note(TraceStep::pit_retransmitted);
    return own;
  }
  const bool joins_others = context.table.has_in(*item.record);
  own = new_in_record(context, item);
  if (own != nullptr) {
    if (joins_others) {
      context.counters.aggregated.add();
    }
    context.note(joins_others ? TraceStep::pit_joined : TraceStep::pit_new);
  }
  return own;
}

}  // namespace

void insert_pit(StageContext& context, const Burst& in, Burst& inserted) {
  for (Item& item : in) {
    if (item.record == nullptr) {
      item.record = open_record(context, item);
    }
    if (item.record != nullptr) {
      inserted.push(item);
    }
  }
}

void insert_in_record(StageContext& context, const Burst& in, Burst& inserted) {
  for (Item& item : in) {
    auto* own = own_in_record(context, item);
    if (own == nullptr) {
      if (!context.table.has_in(*item.record)) {
        erase_record(context, *item.record);
      }
      context.drop(item, Drop::in_records_full);
      continue;
    }
    note_downstream(*own, item, context.now,
                    context.now + lifetime_of(*item.view, context.shared.lifetime_max));
    item.record->satisfied = false;
    schedule_by_in_records(context, *item.record);
    inserted.push(item);
  }
}

}  // namespace augustus::forward
