// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "table/name_table.hh"

namespace augustus::table {

/// Looks at a whole name table with its PIT, between bursts: every record is on the wheel once and listed by its
/// entry, every entry is indexed and held by a record or a Data, and all pools add up.
class NameTableCheck {
 public:
  /// `cached`: the entries of all Data in the content store. Returns all PIT records. Throws BrokenInvariant.
  static std::vector<PitIndex32> run(const NameTable& table, std::span<const EntryIndex> cached);
  static const PitRecord& record(const NameTable& table, PitIndex32 index) { return table.pit_[index]; }

 private:
  static std::uint32_t check_entry(const NameTable& table, EntryIndex index);
  static void check_names(const NameTable& table, std::span<const EntryIndex> entries);
  static void check_faces(const NameTable& table, std::span<const PitIndex32> records);
};

}  // namespace augustus::table
