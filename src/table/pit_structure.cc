// SPDX-License-Identifier: Apache-2.0
#include "table/pit_structure.hh"

#include <stdexcept>

namespace augustus::table {

std::string_view to_string(PitStructure structure) {
  switch (structure) {
    case PitStructure::lht:
      return "lht";
    case PitStructure::dht:
      return "dht";
    case PitStructure::dhtp:
      return "dhtp";
    case PitStructure::name_table:
      break;
  }
  return "name-table";
}

PitStructure pit_structure_of(std::string_view word) {
  for (const PitStructure structure : pit_structures) {
    if (to_string(structure) == word) {
      return structure;
    }
  }
  const std::string expected = "expected \"name-table\", \"lht\", \"dht\" or \"dhtp\"";
  if (word == "cbf") {
    throw std::invalid_argument(
        expected + ": a Bloom filter keeps no Faces, nonces or times, and takes one name for another");
  }
  if (word == "enpt" || word == "enpt-lht") {
    throw std::invalid_argument(
        expected + ": a name trie takes names of 15 components at most, the protocol has no such end");
  }
  throw std::invalid_argument(expected);
}

}  // namespace augustus::table
