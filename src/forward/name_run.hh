// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace augustus::forward {

/// Cuts a burst into runs in which no name occurs twice, so that stages may take a run one after the other
/// and still treat same-named packets in order of arrival. Tells names apart by their table hash: a run may
/// end early, never late.
class NameRun {
 public:
  /// Adds the name; false when it is in the run already (or 255 others are), which must end before it.
  bool add(std::uint64_t name_hash) {
    std::uint8_t& head = heads_[name_hash % chains];
    for (unsigned at = head; at != 0; at = next_[at]) {
      if (hashes_[at] == name_hash) {
        return false;
      }
    }
    if (count_ == names_max) {
      return false;
    }
    ++count_;
    hashes_[count_] = name_hash;
    next_[count_] = head;
    head = static_cast<std::uint8_t>(count_);
    return true;
  }
  void clear() {
    heads_.fill(0);
    count_ = 0;
  }

 private:
  static constexpr std::size_t chains = 128;
  static constexpr unsigned names_max = 255;
  std::array<std::uint8_t, chains> heads_{};  ///< 0: no name
  std::array<std::uint8_t, names_max + 1> next_;
  std::array<std::uint64_t, names_max + 1> hashes_;
  unsigned count_ = 0;
};

}  // namespace augustus::forward
