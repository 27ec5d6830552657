// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "forward/shared_tables.hh"
#include "store/content_store.hh"
#include "table/name_table.hh"

namespace augustus::forward {

/// Looks at the whole of a partition between bursts: name table, PIT, timers, content store, shares and the filter of
/// pending prefixes. The checked build does so
/// - after every burst, every message of another partition, every return of the SSD and every expiry that ended
///   something, where names, PIT records, Data and what else is walked through are 256 things or fewer, as in tests
///   that keep tables small;
/// - where they are more, once the packets since the last look are a 32nd part of them, so that all looks together cost
///   about as much as the packets.
/// With AUGUSTUS_CHECKS_REPORT=FILE in its environment (`-`: standard error) a process that ends adds a line there:
/// how many looks it made and how many invariants it examined in them.
class PartitionCheck {
 public:
  /// Throws BrokenInvariant.
  static void run(const table::NameTable& table, const store::ContentStore& store, const SharedTables& shared);
  /// The same when it is its turn, after so many packets.
  void after_burst(const table::NameTable& table, const store::ContentStore& store, const SharedTables& shared,
                   std::size_t packets);

  /// Of this process: looks at a whole partition, and invariants examined in them.
  static std::uint64_t checks();
  static std::uint64_t invariants();

 private:
  std::uint64_t credit_ = 0;  ///< things that may be looked at
};

}  // namespace augustus::forward
