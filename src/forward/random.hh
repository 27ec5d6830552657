// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::forward {

/// xorshift64*: nonces, load splitting and probing. Not for secrets.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed | 1) {}

  std::uint32_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<std::uint32_t>((state_ * 0x2545f4914f6cdd1dULL) >> 32);
  }
  /// Uniform in 0..bound-1; bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((std::uint64_t{next()} * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace augustus::forward
