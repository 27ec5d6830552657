// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "table/segment_handle.hh"

namespace augustus::store {

/// Implicit digests of some stored Data, those asked for last, so that who asks again and again for a digest that a
/// large Data does not have costs one SHA-256.
class KnownDigests {
 public:
  using Digest = std::array<std::uint8_t, 32>;

  /// The Data's digest, which `compute()` tells where it is not known.
  template <typename Compute>
  const Digest& of(const table::SegmentHandle& data, Compute&& compute) {
    Known& known = known_[place_of(data)];
    if (known.data != data) {
      known = {data, compute()};
      ++computed_;
    }
    return known.digest;
  }

  /// Whether any is known.
  bool any() const { return computed_ != 0; }
  /// The Data goes, and its handle will be another one's.
  void forget(const table::SegmentHandle& data) {
    if (known_[place_of(data)].data == data) {
      known_[place_of(data)].data = {};
    }
  }

  std::uint64_t computed() const { return computed_; }

 private:
  static constexpr std::size_t count = 64;
  struct Known {
    table::SegmentHandle data;
    Digest digest;
  };

  static std::size_t place_of(const table::SegmentHandle& data) {
    return (data.frame * 0x9e3779b1u ^ data.place * 0x85ebca6bu) >> 26;
  }

  std::array<Known, count> known_{};
  std::uint64_t computed_ = 0;
};

}  // namespace augustus::store
