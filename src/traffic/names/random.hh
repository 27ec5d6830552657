// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::traffic {

/// A bijection of 64 bits whose outputs look random (the finalizer of SplitMix64).
constexpr std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// SplitMix64: every seed gives a sequence of its own. Not for secrets.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return scramble(state_ += 0x9e3779b97f4a7c15u); }
  /// Uniform in 0..bound-1; bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(next()) * bound >> 64);
  }
  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  bool chance(double probability) { return probability > 0 && unit() < probability; }

 private:
  std::uint64_t state_;
};

}  // namespace augustus::traffic
