// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_prefetch.h>

#include <cstddef>
#include <cstdint>

namespace augustus {

/// What one load brings from memory.
inline constexpr std::size_t cache_line_bytes = 64;

/// Asks for the cache line at `address`, which need not be valid. Not __builtin_prefetch: GCC 12 takes a
/// function that does nothing else for one without effects, and drops the calls of it.
inline void prefetch(const void* address) {
  rte_prefetch0(address);
}

/// Asks for the cache line at `address`, which must be valid, by reading it without waiting for what is read.
/// A processor may drop a prefetch whose address it cannot translate at once, a read it cannot: for lines
/// spread over more pages than it has translations of. A read holds up those that come after it once the
/// processor has no room for more: not for what is far off and seldom needed.
inline void touch(const void* address) {
  asm volatile("" : : "r"(*static_cast<const std::uint8_t*>(address)));
}

}  // namespace augustus
