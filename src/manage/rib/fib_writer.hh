// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <unordered_map>
#include <vector>

#include "base/face_id.hh"
#include "manage/data_plane.hh"
#include "table/next_hop.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Writes next hops for the RIB and for the fib commands. As in NFD both act on single next hops of one FIB:
/// the RIB brings in what changed among its own, a fib command adds or removes one, the later of two writers
/// of the same Face wins.
class FibWriter {
 public:
  explicit FibWriter(DataPlane& data_plane) : data_plane_(data_plane) {}

  /// Takes the prefix from the RIB's former next hops to its present ones; next hops that neither names stay.
  /// Beyond table::next_hops_max the dearest are left out.
  table::FibOutcome replace(const wire::Name& prefix, const std::vector<table::NextHop>& former,
                            const std::vector<table::NextHop>& present);

  /// fib/add-nexthop: adds the next hop or sets its cost.
  table::FibOutcome add(const wire::Name& prefix, table::NextHop hop);
  /// fib/remove-nexthop.
  void remove(const wire::Name& prefix, FaceId face);

  /// Removes the next hops that add() gave to a Face that is gone.
  void remove_face(FaceId face);
  /// Faces that add() gave next hops to.
  std::vector<FaceId> faces() const;

 private:
  table::FibOutcome write(const wire::Name& prefix, std::vector<table::NextHop> hops);

  DataPlane& data_plane_;
  std::unordered_map<FaceId, std::set<wire::Name>> added_;
};

}  // namespace augustus::manage
