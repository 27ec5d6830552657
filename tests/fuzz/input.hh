// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

/// The bytes of one execution, read as decisions. Behind the end there are zeros.
class Input {
 public:
  Input(const std::uint8_t* bytes, std::size_t size) : left_(bytes, size) {}

  bool empty() const { return left_.empty(); }
  std::uint8_t byte() {
    if (left_.empty()) {
      return 0;
    }
    const std::uint8_t first = left_.front();
    left_ = left_.subspan(1);
    return first;
  }
  std::uint16_t two_bytes() {
    const unsigned high = byte();
    return static_cast<std::uint16_t>(high << 8 | byte());
  }
  /// Below `bound`, which is not 0.
  unsigned below(unsigned bound) { return (bound > 256 ? two_bytes() : byte()) % bound; }
  bool one_in(unsigned count) { return below(count) == 0; }
  /// The next `count` bytes, or those that are left.
  std::span<const std::uint8_t> bytes(std::size_t count) {
    const auto taken = left_.first(std::min(count, left_.size()));
    left_ = left_.subspan(taken.size());
    return taken;
  }
  std::span<const std::uint8_t> rest() { return bytes(left_.size()); }

 private:
  std::span<const std::uint8_t> left_;
};
