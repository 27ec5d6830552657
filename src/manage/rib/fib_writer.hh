// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "base/face_id.hh"
#include "manage/data_plane.hh"
#include "manage/rib/rib_pool.hh"
#include "manage/rib/turn.hh"
#include "table/next_hop.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Leaves of next hops that are more than the FIB takes for one prefix the cheapest, in no order.
void keep_cheapest(std::vector<table::NextHop>& hops);

/// Writes next hops for the RIB and for the fib commands. As in NFD both act on single next hops of one FIB:
/// the RIB brings in what changed among its own, a fib command adds or removes one, the later of two writers
/// of the same Face wins.
class FibWriter {
 public:
  explicit FibWriter(DataPlane& data_plane)
      : data_plane_(data_plane), pool_(data_plane, data_plane.fib_capacity()) {}

  /// Takes the prefix from the RIB's former next hops to its present ones, both by Face; next hops that neither names
  /// stay. Beyond table::next_hops_max the dearest are left out.
  table::FibOutcome replace(const wire::Name& prefix, const std::vector<table::NextHop>& former,
                            const std::vector<table::NextHop>& present);

  /// False, and counted: whoever asks, from the Face `registrar`, has made enough entries to add this next hop.
  bool may_add(const wire::Name& prefix, FaceId face, FaceId registrar);
  /// fib/add-nexthop: adds the next hop or sets its cost.
  table::FibOutcome add(const wire::Name& prefix, table::NextHop hop, FaceId registrar = face_id_none);
  /// fib/remove-nexthop.
  void remove(const wire::Name& prefix, FaceId face);

  /// Removes next hops that add() gave to a Face that is gone, until the turn is over; true when none is left.
  bool remove_face(FaceId face, Turn& turn);
  bool remove_face(FaceId face, std::size_t limit) {
    Turn turn(limit);
    return remove_face(face, turn);
  }
  /// Faces that add() gave next hops to.
  std::vector<FaceId> faces() const;

  /// The FIB's prefixes by who made them, for the RIB's too.
  RibPool& pool() { return pool_; }
  const RibPool& pool() const { return pool_; }

 private:
  table::FibOutcome write(const wire::Name& prefix, std::vector<table::NextHop> hops);

  DataPlane& data_plane_;
  RibPool pool_;
  std::unordered_map<FaceId, std::map<wire::Name, PoolPart>> added_;
};

}  // namespace augustus::manage
