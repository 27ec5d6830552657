// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/pool_shares.hh"

namespace augustus::manage {

/// What somebody took of one of management's pools, to be given back.
struct PoolPart {
  bool taken = false;  ///< false: there was no unit left, and nobody was asked
  PoolShares::Holder holder = 0;
};

}  // namespace augustus::manage
