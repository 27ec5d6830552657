// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace augustus::bench {

/// Random reads that fio is to do of a file that is there.
struct FioJob {
  std::string file;
  std::uint64_t offset = 0;  ///< bytes before what may be read
  std::uint64_t bytes = 0;   ///< that may be read
  std::uint64_t block = 0;   ///< of one read
  unsigned depth = 1;        ///< reads under way at once
  double seconds = 1;
  std::uint64_t rate = 0;  ///< bytes a second at most; 0: as fast as it goes
};

struct FioResult {
  double gbps = 0;
  double mean_ns = 0;  ///< from submission to completion
  double p50_ns = 0, p99_ns = 0;
};

/// Runs the Debian package's fio with io_uring and O_DIRECT. Nothing: `why` says why.
std::optional<FioResult> run_fio(const FioJob& job, std::string& why);

}  // namespace augustus::bench
