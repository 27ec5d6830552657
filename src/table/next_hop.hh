// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/face_id.hh"

namespace augustus::table {

struct NextHop {
  FaceId face = face_id_none;
  std::uint32_t cost = 0;
  bool operator==(const NextHop&) const = default;
};

/// The next hops of one FIB prefix, by ascending cost then FaceId. Immutable once published to readers.
struct NextHopSet {
  std::vector<NextHop> next_hops;
  std::uint64_t prefix_hash = 0;       ///< table hash of the prefix: names its measurements
  std::uint16_t prefix_components = 0;
};

inline constexpr unsigned next_hops_max = 64;

}  // namespace augustus::table
