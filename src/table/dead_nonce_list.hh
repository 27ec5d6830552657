// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hh"

namespace augustus::table {

/// Remembers (name, nonce) of Interests that left the PIT, for 6 s (NFD's lifetime), so that a looping Interest
/// is recognised after its PIT record is gone. Bounded: when more arrive than fit, the oldest are forgotten
/// early and counted. A false positive drops a valid Interest: rate below 2^-40 an Interest at full load.
class DeadNonceList {
 public:
  explicit DeadNonceList(std::uint32_t capacity, TimeNs lifetime = 6 * nanoseconds_per_second);

  void prefetch(std::uint64_t name_hash, std::uint32_t nonce) const;
  bool contains(std::uint64_t name_hash, std::uint32_t nonce, TimeNs now) const;
  void add(std::uint64_t name_hash, std::uint32_t nonce, TimeNs now);
  std::uint64_t forgotten_early() const;
};

}  // namespace augustus::table
