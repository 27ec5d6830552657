// SPDX-License-Identifier: Apache-2.0
#include "table/hash_index.hh"

namespace augustus::table {

HashIndex::HashIndex(PitStructure structure, std::uint32_t entries_max)
    : index_(make(structure, entries_max)) {}

HashIndex::Index HashIndex::make(PitStructure structure, std::uint32_t entries_max) {
  switch (structure) {
    case PitStructure::lht:
      return Index(std::in_place_index<1>, entries_max);
    case PitStructure::dht:
      return Index(std::in_place_index<2>, entries_max);
    case PitStructure::dhtp:
      return Index(std::in_place_index<3>, entries_max);
    case PitStructure::name_table:
      break;
  }
  return Index(std::in_place_index<0>, entries_max);
}

}  // namespace augustus::table
