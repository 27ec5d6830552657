// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "table/pit_structure.hh"

namespace augustus::table {

struct NameTableSizes {
  std::uint32_t entries_max = 1u << 17;  ///< names with a PIT record or a cached Data
  std::uint32_t pit_records_max = 1u << 16;
  std::uint32_t extra_records_max =
      1u << 14;                          ///< in-records and out-records beyond those in the PIT record, each
  std::uint32_t digests_max = 1u << 12;  ///< pending Interests that name an implicit digest
  std::uint32_t name_bytes_max = 1u << 24;  ///< storage for names too long to stand in their entry
  PitStructure structure = PitStructure::name_table;
  std::uint64_t share_secret = 0;  ///< of who shares a part of a pool with whom: drawn, where strangers send
};

}  // namespace augustus::table
