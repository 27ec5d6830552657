// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/face_id.hh"
#include "base/prefetch.hh"

namespace augustus::forward {

/// Who holds how much of a partition's PIT, so that nobody takes it all. A share is what one Face has pending
/// along one route; a share may grow while it holds less than `free_multiple` times what is still free
/// (dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6(2), 1998). One flooder
/// alone thus stops at 8/9 of the PIT, and all others always find room. Shares are told apart by 12 bits of a
/// hash: some may have to do with one between them.
class PitShares {
 public:
  using Share = std::uint16_t;
  static constexpr std::uint32_t free_multiple = 8;

  /// `route`: names the FIB prefix; 0 without one.
  static Share share_of(FaceId face, std::uint64_t route) {
    const std::uint64_t mixed = (route ^ face) * 0x9e3779b97f4a7c15u;
    return static_cast<Share>(mixed >> (64 - index_bits));
  }

  /// Whether the share may have one more record while `free` are left.
  bool may_grow(Share share, std::uint32_t free) const {
    return counts_[share] < std::uint64_t{free} * free_multiple;
  }
  void prefetch(Share share) const { augustus::prefetch(&counts_[share]); }
  void add(Share share) { ++counts_[share]; }
  void remove(Share share) { --counts_[share]; }

 private:
  static constexpr unsigned index_bits = 12;
  std::array<std::uint32_t, std::size_t{1} << index_bits> counts_{};
};

}  // namespace augustus::forward
