// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_prefetch.h>

namespace augustus {

/// Asks for the cache line at `address`, which need not be valid. Not __builtin_prefetch: GCC 12 takes a
/// function that does nothing else for one without effects, and drops the calls of it.
inline void prefetch(const void* address) {
  rte_prefetch0(address);
}

}  // namespace augustus
