// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/mapped_memory.hh"

namespace augustus::table {

/// Bounded storage for byte strings, each in one piece: a buddy allocator of power-of-two blocks from 128 B
/// to 16 KiB (a name is at most a packet, 8800 B). Memory that was never needed is not touched.
class NameStorage {
 public:
  using Block = std::uint32_t;  ///< offset of a block, in units of the smallest
  static constexpr Block none = ~Block{0};
  static constexpr std::size_t bytes_max = std::size_t{16} << 10;  ///< of one string

  /// `bytes` is rounded up to a multiple of 16 KiB.
  explicit NameStorage(std::uint32_t bytes);

  /// A block that holds `length` bytes; none when there is no such room (or length > bytes_max).
  Block allocate(std::size_t length);
  std::uint32_t units() const { return units_; }
  /// Of the largest string.
  static constexpr std::uint32_t units_max() { return bytes_max / unit_bytes; }
  /// What allocate(length) takes, with its rounding.
  static std::uint32_t units_of(std::size_t length) { return std::uint32_t{1} << order_of(length); }

  /// Frees what allocate(length) gave.
  void release(Block block, std::size_t length);

  /// Bytes of blocks in use for strings of this length.
  static constexpr std::size_t footprint(std::size_t length) { return unit_bytes << order_of(length); }
  /// Of all blocks in use. Walks through all free ones.
  std::size_t bytes_in_use() const;

  std::uint8_t* data(Block block) { return start_ + std::size_t{block} * unit_bytes; }
  const std::uint8_t* data(Block block) const { return start_ + std::size_t{block} * unit_bytes; }

 private:
  static constexpr std::size_t unit_bytes = 128;
  static constexpr unsigned orders = 8;  ///< a block of order i has 2^i units
  static constexpr std::uint8_t in_use = 0xff;
  struct FreeLink {
    Block next;
    Block previous;
  };

  static constexpr unsigned order_of(std::size_t length) {
    return length <= unit_bytes ? 0 : static_cast<unsigned>(std::bit_width((length - 1) / unit_bytes));
  }
  FreeLink link(Block block) const;
  void set_link(Block block, FreeLink link);
  void push(Block block, unsigned order);
  void take(Block block, unsigned order);

  MappedMemory memory_;
  std::uint8_t* start_;
  std::uint32_t units_;
  std::uint32_t untouched_ = 0;           ///< units from here on were never handed out
  std::array<Block, orders> free_;        ///< heads of the lists of free blocks
  std::vector<std::uint8_t> free_order_;  ///< by first unit: the order of a free block, else in_use
};

}  // namespace augustus::table
