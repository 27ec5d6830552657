// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace augustus::bench {

/// `augustus bench lookup`. Sizes in bytes.
struct LookupOptions {
  enum class Structure : std::uint8_t { name_table, skip_list };
  enum class Workload : std::uint8_t { seq, unif, real };

  Structure structure = Structure::name_table;
  Workload workload = Workload::unif;
  std::uint64_t catalogue_bytes = 100'000'000;  ///< of content, all of which is held
  std::uint32_t segment_bytes = 8192;           ///< of content
  std::uint32_t object_segments = 1280;
  std::string file;  ///< where a skip list's Data stand; empty: memory
  double zipf = 1;
  std::uint64_t seed = 1;
  double seconds = 1;
  unsigned runs = 5;
  bool json = false;
};

}  // namespace augustus::bench
