// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::store {

enum class Replacement : std::uint8_t { fifo, lru };

/// The content store of one partition.
struct StoreOptions {
  std::uint32_t capacity_packets = 65536;    ///< 0: nothing is cached
  std::uint64_t capacity_bytes = 64u << 20;  ///< DRAM of the frames; at least 16 KiB, at most 128 GiB
  Replacement replacement = Replacement::lru;
  /// Unit of memory, of replacement and (with an SSD) of I/O: a power of two from 4 KiB to 2 MiB (other
  /// values are rounded down to one). Smaller where capacity_bytes would not give four frames.
  std::uint32_t frame_bytes = 64u << 10;
};

}  // namespace augustus::store
