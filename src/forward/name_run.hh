// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace augustus::forward {

/// Cuts a burst into runs in which no name occurs twice, so that stages may take a run one after the other
/// and still treat same-named packets in order of arrival. Tells names apart by their table hash: a run may
/// end early, never late.
class NameRun {
 public:
  /// Adds the name; false when it is in the run already (or 255 others are), which must end before it.
  [[gnu::always_inline]] bool add(std::uint64_t name_hash) {
    std::uint64_t& word = seen_[name_hash / 64 % words];
    const std::uint64_t bit = std::uint64_t{1} << name_hash % 64;
    if (((word & bit) != 0 && contains(name_hash)) || count_ == names_max) [[unlikely]] {
      return false;
    }
    word |= bit;
    hashes_[count_++] = name_hash;
    return true;
  }
  void clear() {
    seen_.fill(0);
    count_ = 0;
  }

 private:
  static constexpr std::size_t words = 64;
  static constexpr unsigned names_max = 255;

  /// Apart, as it is seldom asked.
  [[gnu::noinline]] bool contains(std::uint64_t name_hash) const {
    return std::find(hashes_.begin(), hashes_.begin() + count_, name_hash) != hashes_.begin() + count_;
  }

  std::array<std::uint64_t, words> seen_{};  ///< a bit for some bits of each hash
  std::array<std::uint64_t, names_max> hashes_;
  unsigned count_ = 0;
};

}  // namespace augustus::forward
