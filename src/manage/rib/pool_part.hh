// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/pool_shares.hh"

namespace augustus::manage {

/// The rule for what stays until it is withdrawn: routes, prefixes, strategy choices. One unit in 16 is a reserve.
inline PoolShares::Rule rule_of_lasting(std::uint32_t capacity) {
  return {.capacity = capacity, .reserve = capacity / 16};
}

/// What somebody took of one of management's pools, to be given back.
struct PoolPart {
  bool taken = false;  ///< false: there was no unit left, and nobody was asked
  PoolShares::Holder holder = 0;
};

}  // namespace augustus::manage
