// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/mapped_memory.hh"

namespace augustus::table {

/// Sizes of a PrefixTable, fixed when it is made.
struct PrefixTableSizes {
  std::uint32_t prefixes_max = 0;
  std::uint64_t name_bytes_max = 0;  ///< for names and overflow buckets; 0: 128 a prefix, at least 1 MiB
  unsigned buckets_log2 = 0;         ///< 0: at most 3.5 prefixes a bucket of 7 slots
  int node = any_node;               ///< NUMA node for its memory, by the system's number
};

/// What a PrefixTable takes, in bytes.
struct PrefixTableMemory {
  std::size_t buckets = 0;
  std::size_t overflow = 0;  ///< buckets that follow full ones
  std::size_t filter = 0;
  std::size_t names = 0;           ///< with lengths and rounding; of prefixes present and not yet given back
  std::uint64_t bucket_count = 0;  ///< without overflow buckets
  std::uint64_t overflowing = 0;   ///< buckets that are followed by another
  PageKind pages = PageKind::normal;  ///< of the buckets

  std::size_t index() const { return buckets + overflow + filter; }
};

}  // namespace augustus::table
