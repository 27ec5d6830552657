// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/fib_writer.hh"

#include <algorithm>

namespace augustus::manage {

namespace {

using Hops = std::vector<table::NextHop>;

void set_hop(Hops& hops, table::NextHop hop) {
  const auto found = std::find_if(hops.begin(), hops.end(),
                                  [&hop](const table::NextHop& other) { return other.face == hop.face; });
  if (found != hops.end()) {
    found->cost = hop.cost;
  } else {
    hops.push_back(hop);
  }
}

void erase_hop(Hops& hops, FaceId face) {
  std::erase_if(hops, [face](const table::NextHop& hop) { return hop.face == face; });
}

/// Finds next hops in a list that is sorted by Face, asked for Faces in ascending order: one way through it for all.
class AscendingSearch {
 public:
  explicit AscendingSearch(const Hops& hops) : next_(hops.begin()), end_(hops.end()) {}

  /// nullptr: there is none to this Face.
  const table::NextHop* find(FaceId face) {
    while (next_ != end_ && next_->face < face) {
      ++next_;
    }
    return next_ != end_ && next_->face == face ? &*next_ : nullptr;
  }

 private:
  Hops::const_iterator next_;
  Hops::const_iterator end_;
};

void sort_by_face(Hops& hops) {
  std::sort(hops.begin(), hops.end(),
            [](const table::NextHop& a, const table::NextHop& b) { return a.face < b.face; });
}

bool is_cheaper(const table::NextHop& a, const table::NextHop& b) {
  return a.cost != b.cost ? a.cost < b.cost : a.face < b.face;
}

/// `there` without those of `former` that are not in `present` any more, and with what is new or changed there. All three
/// by Face.
Hops merged(const Hops& there, const Hops& former, const Hops& present) {
  Hops result;
  AscendingSearch before(former);
  AscendingSearch after(present);
  for (const table::NextHop& hop : there) {
    const table::NextHop* const was = before.find(hop.face);
    const table::NextHop* const is = after.find(hop.face);
    if (is == nullptr && was == nullptr) {
      result.push_back(hop);
    } else if (is != nullptr) {
      result.push_back(was != nullptr && *was == *is ? hop : *is);
    }
  }
  AscendingSearch before_again(former);
  AscendingSearch already(there);
  for (const table::NextHop& hop : present) {
    const table::NextHop* const was = before_again.find(hop.face);
    if ((was == nullptr || *was != hop) && already.find(hop.face) == nullptr) {
      result.push_back(hop);
    }
  }
  return result;
}

}  // namespace

void keep_cheapest(Hops& hops) {
  if (hops.size() > table::next_hops_max) {
    std::nth_element(hops.begin(), hops.begin() + table::next_hops_max, hops.end(), is_cheaper);
    hops.resize(table::next_hops_max);
  }
}

table::FibOutcome FibWriter::replace(const wire::Name& prefix, const Hops& former, const Hops& present) {
  if (former == present) {
    return table::FibOutcome::ok;
  }
  Hops there = data_plane_.next_hops(prefix);
  sort_by_face(there);
  return write(prefix, merged(there, former, present));
}

bool FibWriter::may_add(const wire::Name& prefix, FaceId face, FaceId registrar) {
  const auto found = added_.find(face);
  if ((found != added_.end() && found->second.contains(prefix)) || pool_.may_take(registrar)) {
    return true;
  }
  pool_.count_refusal();
  return false;
}

table::FibOutcome FibWriter::add(const wire::Name& prefix, table::NextHop hop, FaceId registrar) {
  Hops hops = data_plane_.next_hops(prefix);
  set_hop(hops, hop);
  const table::FibOutcome outcome = write(prefix, std::move(hops));
  if (outcome == table::FibOutcome::ok) {
    auto& prefixes = added_[hop.face];
    if (const auto position = prefixes.lower_bound(prefix);
        position == prefixes.end() || position->first != prefix) {
      prefixes.emplace_hint(position, prefix, pool_.take(registrar));
    }
  }
  return outcome;
}

void FibWriter::remove(const wire::Name& prefix, FaceId face) {
  Hops hops = data_plane_.next_hops(prefix);
  const std::size_t before = hops.size();
  erase_hop(hops, face);
  if (hops.size() != before) {
    write(prefix, std::move(hops));
  }
  const auto found = added_.find(face);
  if (found != added_.end()) {
    if (const auto part = found->second.extract(prefix)) {
      pool_.give_back(part.mapped());
    }
    if (found->second.empty()) {
      added_.erase(found);
    }
  }
}

bool FibWriter::remove_face(FaceId face, Turn& turn) {
  while (!turn.over()) {
    const auto found = added_.find(face);
    if (found == added_.end()) {
      return true;
    }
    const wire::Name prefix = found->second.begin()->first;
    remove(prefix, face);
    turn.spend(table::next_hops_max - 1);
  }
  return !added_.contains(face);
}

std::vector<FaceId> FibWriter::faces() const {
  std::vector<FaceId> faces;
  for (const auto& [face, prefixes] : added_) {
    faces.push_back(face);
  }
  return faces;
}

table::FibOutcome FibWriter::write(const wire::Name& prefix, Hops hops) {
  keep_cheapest(hops);
  return data_plane_.set_next_hops(prefix, std::move(hops));
}

}  // namespace augustus::manage
