// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstdint>

namespace augustus::forward {

/// Cuts a burst into runs in which no name occurs twice, so that stages may take a run one after the other
/// and still treat same-named packets in order of arrival. Approximate on the safe side: a run may end early.
class NameRun {
 public:
  /// Adds the name; false when it may be in the run already, which must end before it.
  bool add(std::uint64_t name_hash) {
    const auto bit = name_hash % bits;
    if (seen_[bit]) {
      return false;
    }
    seen_.set(bit);
    return true;
  }
  void clear() { seen_.reset(); }

 private:
  static constexpr std::size_t bits = 2048;
  std::bitset<bits> seen_;
};

}  // namespace augustus::forward
