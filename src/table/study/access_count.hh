// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::table::study {

/// The paper's cost of an operation: accesses to memory, each of a bucket or of an entry as a whole (section
/// III-C). Structures take one of these two as a parameter, so that counting costs nothing where time is
/// measured.
class NoAccesses {
 public:
  void add(std::uint32_t /*accesses*/ = 1) {}
  std::uint64_t count() const { return 0; }
};

class CountedAccesses {
 public:
  void add(std::uint32_t accesses = 1) { count_ += accesses; }
  std::uint64_t count() const { return count_; }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace augustus::table::study
