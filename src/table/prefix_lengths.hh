// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "table/name_prefixes.hh"

namespace augustus::table {

/// Which prefix lengths a table holds, and for lengths of few prefixes which they may be: a filter of one
/// line a length that stays in the first-level cache, so that a stray length costs a lookup no line of the
/// table. One writer, readers that never wait; never denies a prefix that was published before the lookup
/// began.
class PrefixLengths {
 public:
  PrefixLengths() : prefixes_of_bit_(lengths * bits) {}

  /// Bit i: a prefix of i components may be there.
  std::uint64_t candidates(const NamePrefixes& prefixes) const {
    std::uint64_t left = present_.load(std::memory_order_acquire) & up_to(prefixes.count);
    const std::uint64_t dense = dense_.load(std::memory_order_relaxed);
    for (std::uint64_t sparse = left & ~dense; sparse != 0; sparse &= sparse - 1) {
      const auto components = static_cast<unsigned>(std::countr_zero(sparse));
      const std::uint64_t hash = prefixes.hash[components];
      std::uint64_t both = 1;
      for (unsigned which = 0; which < bits_per_prefix; ++which) {
        const unsigned bit = bit_of(hash, which);
        both &= filters_[components][bit / 64].load(std::memory_order_relaxed) >> bit % 64;
      }
      left &= ~((both ^ 1) << components);
    }
    return left;
  }

  /// Bit i: a prefix of i components exists.
  std::uint64_t present() const { return present_.load(std::memory_order_relaxed); }

  // The writer
  void add(unsigned components, std::uint64_t hash);     ///< after the prefix was published
  void remove(unsigned components, std::uint64_t hash);  ///< after it was taken out

 private:
  static constexpr unsigned lengths = wire::prefix_components_max + 1;
  static constexpr unsigned bits = 512;
  static constexpr unsigned bits_per_prefix = 2;
  static constexpr std::uint32_t sparse_max =
      64;  ///< prefixes; 5 % of others pass then, 0.4 % of them with 16

  static std::uint64_t up_to(unsigned components) { return (std::uint64_t{2} << components) - 1; }
  static unsigned bit_of(std::uint64_t hash, unsigned which) {
    return static_cast<unsigned>(hash >> (32 + 9 * which)) % bits;
  }
  static void set_flag(std::atomic<std::uint64_t>& flags, unsigned number, bool on);

  std::atomic<std::uint64_t> present_{0};
  std::atomic<std::uint64_t> dense_{0};  ///< bit i: more than sparse_max prefixes of i components
  alignas(64) std::array<std::array<std::atomic<std::uint64_t>, bits / 64>, lengths> filters_{};
  std::array<std::uint32_t, lengths> prefixes_of_length_{};
  std::vector<std::uint32_t> prefixes_of_bit_;  ///< by length and bit
};

}  // namespace augustus::table
