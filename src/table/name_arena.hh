// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/mapped_memory.hh"

namespace augustus::table {

/// Bounded memory for the names of a prefix table and its overflow buckets, addressed by 32-bit numbers of
/// 16-byte units. A block of up to 64 bytes is 16, 32 or 64 and lies within one cache line; larger ones are
/// whole lines up to 1 KiB, then powers of two. Blocks are cut off the untouched end and kept by size when
/// freed; a larger one is split when nothing else is left, and never joined again. Memory that was never
/// needed is not touched. Only the writer of the table calls allocate() and free().
class NameArena {
 public:
  using Block = std::uint32_t;                                      ///< in units; 0 is none
  static constexpr std::size_t bytes_max = std::size_t{128} << 10;  ///< of one block

  /// `bytes` beyond 64 GiB are out of a Block's reach and not taken.
  explicit NameArena(std::size_t bytes, int node = any_node);

  /// A block of at least `bytes`, not zeroed; 0: no room (or bytes > bytes_max).
  Block allocate(std::size_t bytes);
  /// `bytes` as it was allocated with.
  void free(Block block, std::size_t bytes);

  std::uint8_t* data(Block block) const { return start_ + std::size_t{block} * unit_bytes; }
  /// What blocks in use take, with their rounding.
  std::size_t used_bytes() const { return used_units_ * unit_bytes; }
  const MappedMemory& memory() const { return memory_; }

 private:
  static constexpr std::size_t unit_bytes = 16;
  static constexpr std::size_t line_units = 4;
  static constexpr unsigned classes = 25;

  static unsigned class_of(std::size_t bytes);
  static std::uint32_t units_of(unsigned size_class);
  Block pop(unsigned size_class);
  void push(Block block, unsigned size_class);
  Block cut(unsigned size_class);
  Block split_larger(unsigned size_class);
  void keep(Block rest, std::uint32_t units);

  MappedMemory memory_;
  std::uint8_t* start_;
  std::uint64_t units_;
  std::uint64_t untouched_ = line_units;  ///< units from here on were never handed out
  std::uint64_t used_units_ = 0;
  std::array<Block, classes> free_{};
};

}  // namespace augustus::table
