// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/mapped_memory.hh"

namespace augustus::table {

/// Memory for the entries of a table with one writer: blocks of whole cache lines, cut from chunks that grow
/// with the table and kept by size when freed. Blocks above 16 lines come from the heap. Only the writer
/// calls it.
class LineArena {
 public:
  LineArena() = default;
  LineArena(const LineArena&) = delete;
  LineArena& operator=(const LineArena&) = delete;

  /// A block of at least `bytes`, aligned to a line. Throws std::bad_alloc or std::runtime_error.
  void* allocate(std::size_t bytes);
  /// `bytes` as it was allocated with.
  void free(void* block, std::size_t bytes);

 private:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t lines_max = 16;
  static constexpr std::size_t first_chunk_bytes = 64u << 10;
  static constexpr std::size_t largest_chunk_bytes = 2u << 20;  ///< a huge page on x86-64

  struct FreeBlock {
    FreeBlock* next;
  };

  void* cut(std::size_t bytes);

  std::array<FreeBlock*, lines_max + 1> free_{};  ///< by lines
  std::vector<MappedMemory> chunks_;
  std::byte* unused_ = nullptr;
  std::size_t unused_bytes_ = 0;
  std::size_t next_chunk_bytes_ = first_chunk_bytes;
};

}  // namespace augustus::table
