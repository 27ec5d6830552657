// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.hh"
#include "base/pool_shares.hh"
#include "face/face_info.hh"

namespace augustus::face {

/// Who may have how many of the router's Faces, and of its connections (Faces that need a descriptor each). Those
/// that strangers make (FaceInfo::source) count for their source, which gets half of what is left; the operator's
/// own may take all but the reserve for local programs. Used under the face table's lock; figures by any thread.
class FaceRoom {
 public:
  FaceRoom(std::uint32_t faces_max, std::uint32_t connections_max);

  /// The place that a Face takes; kept with the Face, and given back.
  struct Part {
    PoolShares::Holder holder = 0;
    bool is_strangers = false;
    bool is_connection = false;
  };

  /// std::nullopt: there is no room for such a Face.
  std::optional<Part> take(const FaceInfo& info);
  void give_back(const Part& part);
  /// The Face is the operator's from now on. False: he may have no more, and it is whose it was.
  bool take_over(Part& part);

  /// Faces, and connections, that have to go for the headroom to be there.
  std::uint32_t faces_short() const { return faces_.short_by(); }
  std::uint32_t connections_short() const { return connections_.short_by(); }
  /// Local programs have used up half of what is kept for them: some of theirs may have to go as well.
  bool locals_short() const;
  /// More than half of the Faces, or of the connections, are in use.
  bool is_crowded() const;

  /// A Face that may have to go.
  struct Candidate {
    FaceId id;
    PoolShares::Holder holder;
    TimeNs active_at;
  };
  /// Up to `wanted` of them, each time the idlest of the source that has most then. Sources that have few are left
  /// alone, as long as another has more. Where none has, they fill the table together: the idlest of all are chosen,
  /// unless these would be all of them, as then it is the operator who has the rest.
  std::vector<FaceId> choose(std::vector<Candidate> candidates, std::size_t wanted) const;

  PoolFigures faces() const { return faces_.figures(); }
  PoolFigures connections() const { return connections_.figures(); }

 private:
  static bool is_free_for_operator(const PoolShares& pool) { return pool.free() > pool.reserve(); }
  std::optional<Part> take_for_operator(bool is_connection);
  void add(const Part& part);

  PoolShares faces_;
  PoolShares connections_;
  std::uint64_t operators_ = 0;  ///< Faces made so far: each is a holder of its own
};

}  // namespace augustus::face
