// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/pit_record.hh"
#include "table/segment_handle.hh"

namespace augustus::table {

/// One name of the name table: two cache lines, of which a name of up to 40 bytes needs the first only. A
/// name that does not fit stands in NameStorage, and the first bytes of `name` hold its block.
struct alignas(128) NameEntry {
  static constexpr std::size_t inline_bytes = 104;

  std::uint64_t hash = 0;
  SegmentHandle cs;
  PitIndex32 pit_head = pit_none;
  std::uint16_t name_length = 0;
  std::uint16_t pit_count = 0;
  std::uint8_t name[inline_bytes];
};
static_assert(sizeof(NameEntry) == 128 && offsetof(NameEntry, name) == 24);

}  // namespace augustus::table
