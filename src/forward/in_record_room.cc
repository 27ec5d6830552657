// SPDX-License-Identifier: Apache-2.0
#include "forward/in_record_room.hh"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "forward/pit_part.hh"

namespace augustus::forward {
namespace {

/// Of these one of the source that asks is looked for.
constexpr unsigned newest = 8;

/// The in-records that a record lists, the newest first, as far as one has to look to tell who makes place.
class Listed {
 public:
  /// `asking`: the source that does.
  Listed(StageContext& context, table::PitRecord& record, std::uint64_t asking) {
    const FaceAttributeTable& faces = context.shared.faces;
    context.table.for_each_listed_in(record, [&](table::InRecord& in) {
      const std::uint64_t source = faces.source_of(in.face);
      if (count_ < newest && source == asking) {
        same_ = count_;
      }
      if (!gone_ && faces.find(in.face).id == face_id_none) {
        gone_ = count_;
      }
      all_[count_++] = {&in, source};
      const bool is_clear = same_ || (gone_ && count_ >= newest);
      return !is_clear && count_ < all_.size();
    });
  }

  /// The one before who makes place; nullptr: that is the first.
  table::InRecord* before_who_makes_place() const {
    const unsigned place = same_ ? *same_ : gone_ ? *gone_ : oldest_of_most();
    return place == 0 ? nullptr : all_[place - 1].in;
  }

 private:
  struct One {
    table::InRecord* in;
    std::uint64_t source;  ///< who is behind its Face
  };

  std::span<const One> all() const { return std::span(all_).first(count_); }

  /// The only source that more than half may be of (R. S. Boyer and J S. Moore, MJRTY - A Fast Majority Vote
  /// Algorithm).
  std::uint64_t majority() const {
    std::uint64_t most = 0;
    unsigned votes = 0;
    for (const One& one : all()) {
      if (votes == 0) {
        most = one.source;
      }
      votes = one.source == most ? votes + 1 : votes - 1;
    }
    return most;
  }

  /// The last of the source that more than half are of; the last of all where there is none such.
  unsigned oldest_of_most() const {
    const std::uint64_t most = majority();
    unsigned oldest = 0, of_most = 0;
    for (unsigned i = 0; i < count_; ++i) {
      if (all_[i].source == most) {
        oldest = i;
        ++of_most;
      }
    }
    return 2 * of_most > count_ ? oldest : count_ - 1;
  }

  std::array<One, table::faces_per_record_max> all_;
  unsigned count_ = 0;
  std::optional<unsigned> same_, gone_;
};

}  // namespace

table::InRecord* replace_in_record(StageContext& context, const Item& interest) {
  const FaceId face = interest.ingress.id;
  const Listed listed(context, *interest.record, context.shared.faces.source_of(face));
  table::InRecord* const made = context.table.replace_in(*interest.record, listed.before_who_makes_place(), face,
                                                         is_local(interest.ingress));
  if (made != nullptr) {
    context.count_drop(Drop::pit_gave_way);
  }
  return made;
}

}  // namespace augustus::forward
