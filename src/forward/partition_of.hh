// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::forward {

/// The partition a dispatch hash names. Public, as the hash is: a sender may compute it.
inline std::uint32_t partition_of(std::uint64_t dispatch_hash, std::uint32_t partition_count) {
  return static_cast<std::uint32_t>(dispatch_hash % partition_count);
}

}  // namespace augustus::forward
