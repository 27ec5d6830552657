// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace augustus::table {

/// How the name table finds an entry by its hash: the structures of the PIT study (Varvello, Perino,
/// Linguaglossa, On the design and implementation of a wire-speed Pending Interest Table, 2013) that hold the
/// whole protocol. Entries, PIT records and timers are the same with each.
enum class PitStructure : std::uint8_t {
  name_table,  ///< "name-table": cuckoo buckets (NameBuckets), the default
  lht,         ///< "lht": linear chaining (NameChains)
  dht,         ///< "dht": d-left, one sub-table after the other (NameSubTables)
  dhtp         ///< "dhtp": d-left, both sub-tables at once
};

inline constexpr std::array pit_structures{PitStructure::name_table, PitStructure::lht, PitStructure::dht,
                                           PitStructure::dhtp};

std::string_view to_string(PitStructure structure);

/// Throws std::invalid_argument for a word that is none of these, saying what was expected; for a structure
/// of the study that cannot hold the protocol, why not.
PitStructure pit_structure_of(std::string_view word);

}  // namespace augustus::table
