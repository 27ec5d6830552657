// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "table/next_hop_list.hh"

namespace augustus::table {

/// What a FIB lookup found: a prefix of the name and its next hops, by ascending cost then FaceId. The list
/// is the FIB's, immutable, and valid until the reader's next quiescent state.
struct FibMatch {
  const NextHopList* next_hops = nullptr;  ///< nullptr: no route
  std::uint64_t prefix_hash = 0;           ///< table hash of the prefix: names its measurements
  std::uint16_t prefix_components = 0;

  explicit operator bool() const { return next_hops != nullptr; }
};

inline constexpr unsigned next_hops_max = 64;

}  // namespace augustus::table
