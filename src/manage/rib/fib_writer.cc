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

}  // namespace

table::FibOutcome FibWriter::replace(const wire::Name& prefix, const Hops& former, const Hops& present) {
  if (former == present) {
    return table::FibOutcome::ok;
  }
  Hops hops = data_plane_.next_hops(prefix);
  for (const table::NextHop& hop : former) {
    const bool stays = std::any_of(present.begin(), present.end(),
                                   [&hop](const table::NextHop& other) { return other.face == hop.face; });
    if (!stays) {
      erase_hop(hops, hop.face);
    }
  }
  for (const table::NextHop& hop : present) {
    if (std::find(former.begin(), former.end(), hop) == former.end()) {
      set_hop(hops, hop);
    }
  }
  return write(prefix, std::move(hops));
}

table::FibOutcome FibWriter::add(const wire::Name& prefix, table::NextHop hop) {
  Hops hops = data_plane_.next_hops(prefix);
  set_hop(hops, hop);
  const table::FibOutcome outcome = write(prefix, std::move(hops));
  if (outcome == table::FibOutcome::ok) {
    added_[hop.face].insert(prefix);
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
    found->second.erase(prefix);
    if (found->second.empty()) {
      added_.erase(found);
    }
  }
}

void FibWriter::remove_face(FaceId face) {
  auto prefixes = added_.extract(face);
  if (prefixes) {
    for (const wire::Name& prefix : prefixes.mapped()) {
      remove(prefix, face);
    }
  }
}

std::vector<FaceId> FibWriter::faces() const {
  std::vector<FaceId> faces;
  for (const auto& [face, prefixes] : added_) {
    faces.push_back(face);
  }
  return faces;
}

table::FibOutcome FibWriter::write(const wire::Name& prefix, Hops hops) {
  if (hops.size() > table::next_hops_max) {
    std::sort(hops.begin(), hops.end(), [](const table::NextHop& a, const table::NextHop& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.face < b.face;
    });
    hops.resize(table::next_hops_max);
  }
  return data_plane_.set_next_hops(prefix, std::move(hops));
}

}  // namespace augustus::manage
