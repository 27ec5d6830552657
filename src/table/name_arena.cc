// SPDX-License-Identifier: Apache-2.0
#include "table/name_arena.hh"

#include <algorithm>
#include <bit>
#include <cstring>

namespace augustus::table {
namespace {

// Classes: 16, 32, then 64 to 1024 bytes line by line, then powers of two.
constexpr unsigned first_line_class = 2;
constexpr unsigned last_line_class = 17;
constexpr std::size_t line_bytes = 64;
constexpr std::size_t lines_max = last_line_class - first_line_class + 1;

}  // namespace

NameArena::NameArena(std::size_t bytes, int node)
    : memory_(bytes, "FIB names", node),
      start_(static_cast<std::uint8_t*>(memory_.data())),
      units_(std::min<std::uint64_t>(bytes / line_bytes * line_units, std::uint64_t{1} << 32)) {}

unsigned NameArena::class_of(std::size_t bytes) {
  if (bytes <= 2 * unit_bytes) {
    return bytes <= unit_bytes ? 0 : 1;
  }
  const std::size_t lines = (bytes + line_bytes - 1) / line_bytes;
  if (lines <= lines_max) {
    return first_line_class + static_cast<unsigned>(lines) - 1;
  }
  return last_line_class + static_cast<unsigned>(std::bit_width((lines - 1) / lines_max));
}

std::uint32_t NameArena::units_of(unsigned size_class) {
  if (size_class < first_line_class) {
    return 1u << size_class;
  }
  if (size_class <= last_line_class) {
    return static_cast<std::uint32_t>((size_class - first_line_class + 1) * line_units);
  }
  return static_cast<std::uint32_t>(lines_max * line_units) << (size_class - last_line_class);
}

NameArena::Block NameArena::allocate(std::size_t bytes) {
  if (bytes > bytes_max) {
    return 0;
  }
  const unsigned size_class = class_of(bytes);
  Block block = pop(size_class);
  if (block == 0) {
    block = cut(size_class);
  }
  if (block == 0) {
    block = split_larger(size_class);
  }
  if (block != 0) {
    used_units_ += units_of(size_class);
  }
  return block;
}

void NameArena::free(Block block, std::size_t bytes) {
  const unsigned size_class = class_of(bytes);
  used_units_ -= units_of(size_class);
  push(block, size_class);
}

NameArena::Block NameArena::pop(unsigned size_class) {
  const Block block = free_[size_class];
  if (block != 0) {
    std::memcpy(&free_[size_class], data(block), sizeof(Block));
  }
  return block;
}

void NameArena::push(Block block, unsigned size_class) {
  std::memcpy(data(block), &free_[size_class], sizeof(Block));
  free_[size_class] = block;
}

NameArena::Block NameArena::cut(unsigned size_class) {
  if (size_class < first_line_class) {
    // A line, or half of one, gives several.
    const std::uint32_t units = units_of(size_class);
    Block block = pop(size_class + 1);
    if (block == 0) {
      block = cut(size_class + 1);
    }
    if (block != 0) {
      push(block + units, size_class);
    }
    return block;
  }
  const std::uint32_t units = units_of(size_class);
  if (units_ - untouched_ < units) {
    return 0;
  }
  const auto block = static_cast<Block>(untouched_);
  untouched_ += units;
  return block;
}

NameArena::Block NameArena::split_larger(unsigned size_class) {
  for (unsigned larger = size_class + 1; larger < classes; ++larger) {
    if (const Block block = pop(larger); block != 0) {
      const std::uint32_t units = units_of(size_class);
      keep(block + units, units_of(larger) - units);
      return block;
    }
  }
  return 0;
}

void NameArena::keep(Block rest, std::uint32_t units) {
  while (units != 0) {
    // Up to the next line first, so that small blocks stay within theirs.
    const std::uint32_t to_line = (line_units - rest % line_units) % line_units;
    const std::uint32_t piece = to_line == 0   ? std::min<std::uint32_t>(units, lines_max * line_units)
                                : to_line == 2 ? 2
                                               : 1;
    push(rest, class_of(piece * unit_bytes));
    rest += piece;
    units -= piece;
  }
}

}  // namespace augustus::table
