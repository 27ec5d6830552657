// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "main/bench/direct_store.hh"
#include "main/bench/store_options.hh"

namespace augustus::bench {

/// What the store's operations take by themselves, medians of the runs, nanoseconds.
struct DirectCosts {
  double lookup_ns = 0;  ///< name's hash, name table and store, of a segment that memory holds
  /// Of 10 segments: name's hash, name table, store, what they evict, and the copy of their bytes.
  double insert_ns = 0;
  double insert_with_ssd_ns = 0;  ///< with an SSD behind it that admits nothing
  double copy_ns = 0;             ///< of their bytes alone, to memory as large
};

/// Measures them on this thread, in bursts as the stages work.
DirectCosts measure_direct(const StoreBenchOptions& options, PacketPool& pool);

}  // namespace augustus::bench
