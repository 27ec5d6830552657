// SPDX-License-Identifier: Apache-2.0
#include "forward/giving_way.hh"

#include <algorithm>

#include "forward/record_life.hh"

namespace augustus::forward {
namespace {

/// Of one call: about ten microseconds.
constexpr unsigned looked_at_max = 1024;
constexpr unsigned ended_max = 256;

/// A pool, and from which part of it on a holder gives way.
class Pool {
 public:
  explicit Pool(const PoolShares& shares) : shares_(shares) {
    if (is_short()) {
      const std::uint32_t largest = shares.held(shares.largest());
      part_ = std::max(largest - largest / 8, 1u);
    }
  }
  bool is_short() const { return shares_.short_by() != 0; }
  bool gives_way(PoolShares::Holder holder) const { return is_short() && shares_.held(holder) >= part_; }
  std::uint32_t part() const { return part_; }

 private:
  const PoolShares& shares_;
  std::uint32_t part_ = ~std::uint32_t{0};
};

class Pools {
 public:
  explicit Pools(table::NameTable& table)
      : table_(table),
        pit_(table.shares().pit),
        digests_(table.shares().digests),
        in_records_(table.shares().in_records),
        out_records_(table.shares().out_records),
        names_(table.shares().names) {}

  bool gives_way(const table::PitRecord& record) const {
    if (table_.has_pooled_in(record)) {
      return false;  // several wait
    }
    if (pit_.gives_way(record.share) || (record.has_digest() && digests_.gives_way(record.taker)) ||
        (table_.has_pooled_out(record) && out_records_.gives_way(record.taker))) {
      return true;
    }
    const auto holder = names_.is_short() ? table_.holder_of_name(record) : std::nullopt;
    return holder && names_.gives_way(*holder);
  }

  /// Faces that hold most of the in-records wait no longer.
  void shorten(table::PitRecord& record) {
    if (in_records_.is_short() && table_.has_pooled_in(record)) {
      table_.erase_in_of_largest(record, in_records_.part());
    }
  }

 private:
  table::NameTable& table_;
  Pool pit_, digests_, in_records_, out_records_, names_;
};

}  // namespace

bool GivingWay::make_room(StageContext& context, const Note& gives_way) {
  table::NameTable& table = context.table;
  Pools pools(table);
  const auto records = table.pit_touched();
  unsigned ended = 0;
  for (unsigned i = 0; i < std::min(looked_at_max, records) && ended < ended_max; ++i) {
    next_ = next_ + 1 < records ? next_ + 1 : 0;
    table::PitRecord* const record = table.pending_at(next_);
    if (record == nullptr) {
      continue;
    }
    pools.shorten(*record);
    if (pools.gives_way(*record)) {
      gives_way(*record);
      context.count_drop(Drop::pit_gave_way);
      finish_record(context, *record);
      ++ended;
    }
  }
  return table.shares().any_short();
}

}  // namespace augustus::forward
