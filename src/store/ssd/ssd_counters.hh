// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/counter.hh"

namespace augustus::store {

/// What the SSD tier of one partition did; written by its worker, read by anyone.
struct SsdCounters {
  Counter hits;           ///< Interests answered from what a read brought
  Counter reads;          ///< extents read
  Counter writes;         ///< extents written
  Counter prefetches;     ///< reads of next batches, asked for before any Interest
  Counter joined;         ///< Interests that waited for a read already under way
  Counter false_matches;  ///< Interests that waited in vain: the index matched, the extent did not
  Counter read_busy;      ///< Interests sent upstream: too many reads under way, or no frame free
  Counter write_busy;     ///< frames dropped unwritten: too many writes under way
  Counter read_errors;    ///< extents the device failed to read
  Counter write_errors;
  Counter damaged;       ///< extents and segments whose checksum was wrong
  Counter erased;        ///< segments found that an erased prefix covers
  Counter not_admitted;  ///< frames dropped unwritten by the admission policy
  Counter items_full;    ///< batches left out of the index: no room for more that share an extent

  /// What the router's status lists among the drops, by name.
  std::array<std::pair<std::string_view, std::uint64_t>, 8> troubles() const {
    return {{{"false_matches", false_matches.value()},
             {"read_busy", read_busy.value()},
             {"write_busy", write_busy.value()},
             {"read_errors", read_errors.value()},
             {"write_errors", write_errors.value()},
             {"damaged", damaged.value()},
             {"erased", erased.value()},
             {"items_full", items_full.value()}}};
  }
};

}  // namespace augustus::store
