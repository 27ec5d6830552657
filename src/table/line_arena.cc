// SPDX-License-Identifier: Apache-2.0
#include "table/line_arena.hh"

#include <algorithm>
#include <new>

namespace augustus::table {

void* LineArena::allocate(std::size_t bytes) {
  const std::size_t lines = (bytes + line - 1) / line;
  if (lines > lines_max) {
    return ::operator new (bytes, std::align_val_t{line});
  }
  if (FreeBlock* block = free_[lines]; block != nullptr) {
    free_[lines] = block->next;
    return block;
  }
  return cut(lines * line);
}

void LineArena::free(void* block, std::size_t bytes) {
  const std::size_t lines = (bytes + line - 1) / line;
  if (lines > lines_max) {
    ::operator delete (block, std::align_val_t{line});
    return;
  }
  free_[lines] = new (block) FreeBlock{free_[lines]};
}

void* LineArena::cut(std::size_t bytes) {
  if (unused_bytes_ < bytes) {
    const MappedMemory& chunk = chunks_.emplace_back(next_chunk_bytes_);
    unused_ = static_cast<std::byte*>(chunk.data());
    unused_bytes_ = chunk.bytes();
    next_chunk_bytes_ = std::min(2 * next_chunk_bytes_, largest_chunk_bytes);
  }
  void* block = unused_;
  unused_ += bytes;
  unused_bytes_ -= bytes;
  return block;
}

}  // namespace augustus::table
