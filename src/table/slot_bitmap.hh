// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace augustus::table {

/// A set of numbers below `Size`, with the next member found in a few steps (a bitmap and a bitmap of its
/// words).
template <unsigned Size>
class SlotBitmap {
  static_assert(Size % 4096 == 0);

 public:
  static constexpr unsigned none = Size;

  void insert(unsigned slot) {
    words_[slot / 64] |= bit(slot);
    summary_[slot / 4096] |= bit(slot / 64);
  }

  void erase(unsigned slot) {
    words_[slot / 64] &= ~bit(slot);
    if (words_[slot / 64] == 0) {
      summary_[slot / 4096] &= ~bit(slot / 64);
    }
  }

  /// The smallest member not below `from`, going on from 0 behind the largest; none when the set is empty.
  unsigned next(unsigned from) const {
    const unsigned found = at_or_after(from);
    return found != none ? found : at_or_after(0);
  }

 private:
  static std::uint64_t bit(unsigned position) { return std::uint64_t{1} << (position % 64); }

  unsigned at_or_after(unsigned from) const {
    const std::uint64_t here = words_[from / 64] & ~(bit(from) - 1);
    if (here != 0) {
      return from / 64 * 64 + static_cast<unsigned>(std::countr_zero(here));
    }
    const unsigned word = from / 64 + 1;
    std::uint64_t mask = ~(bit(word) - 1);
    for (unsigned i = word / 64; i < summary_.size(); ++i, mask = ~std::uint64_t{0}) {
      if (const std::uint64_t words = summary_[i] & mask; words != 0) {
        const unsigned found = i * 64 + static_cast<unsigned>(std::countr_zero(words));
        return found * 64 + static_cast<unsigned>(std::countr_zero(words_[found]));
      }
    }
    return none;
  }

  std::array<std::uint64_t, Size / 64> words_{};
  std::array<std::uint64_t, Size / 4096> summary_{};
};

}  // namespace augustus::table
