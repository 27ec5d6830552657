// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/pool_shares.hh"
#include "forward/burst.hh"
#include "table/taker.hh"

namespace augustus::forward {

/// Whose part of the PIT an Interest is in: that of its Face along its route, so that who floods one route does not
/// keep others behind the same Face from theirs. `route`: the hash of the FIB's prefix; 0 without one.
inline PoolShares::Holder pit_part_of(const PoolShares& pit, FaceId face, std::uint64_t route) {
  return pit.holder_of(route ^ face);
}

inline bool is_local(const FaceAttributes& face) {
  return face.scope == FaceScope::local;
}

/// Who takes the room that the Interest needs.
inline table::Taker taker_of(const Item& interest) {
  return {.face = interest.ingress.id, .is_local = is_local(interest.ingress)};
}

}  // namespace augustus::forward
