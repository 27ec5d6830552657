// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "table/next_hop_list.hh"

namespace augustus::table {

/// The next hops of one FIB prefix, by ascending cost then FaceId. Immutable once published to readers.
struct NextHopSet {
  NextHopList next_hops;
  std::uint64_t prefix_hash = 0;  ///< table hash of the prefix: names its measurements
  std::uint16_t prefix_components = 0;
};

inline constexpr unsigned next_hops_max = 64;

}  // namespace augustus::table
