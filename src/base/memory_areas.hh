// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/mapped_memory.hh"

namespace augustus {

/// A range of memory that a table, or several parts of one, live in.
struct MemoryArea {
  const std::byte* start;
  std::size_t bytes;
  const char* what;  ///< a literal; several areas may share one
  PageKind pages;
};

/// All MappedMemory there is, by address. Any thread.
std::vector<MemoryArea> memory_areas();

}  // namespace augustus
