// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/pool_shares.hh"
#include "table/name_storage.hh"
#include "table/pit_record.hh"
#include "table/segment_handle.hh"

namespace augustus::table {

/// A name that does not fit into its entry, and whose part of the storage it takes.
struct LongName {
  NameStorage::Block block = NameStorage::none;
  PoolShares::Holder holder = 0;  ///< with `pending`
  bool pending = false;           ///< of the pending Interests' storage, else of the cached Data's
};

/// One name of the name table: two cache lines, of which a name of up to 40 bytes needs the first only. A
/// name that does not fit stands in NameStorage, and `name` begins with its LongName.
struct alignas(128) NameEntry {
  static constexpr std::size_t inline_bytes = 104;

  std::uint64_t hash = 0;
  SegmentHandle cs;
  PitIndex32 pit_head = pit_none;
  std::uint16_t name_length = 0;
  std::uint16_t pit_count = 0;
  std::uint8_t name[inline_bytes];

  bool has_long_name() const { return name_length > inline_bytes; }
  LongName long_name() const {
    LongName found;
    std::memcpy(&found, name, sizeof(found));
    return found;
  }
  void set_long_name(const LongName& to) { std::memcpy(name, &to, sizeof(to)); }
};
static_assert(sizeof(NameEntry) == 128 && offsetof(NameEntry, name) == 24);

}  // namespace augustus::table
