// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

namespace augustus::wire {

/// A copy of some bytes on the heap in an allocation of exactly their size, so that the address sanitizer
/// sees a read of the first byte behind them.
class ExactBuffer {
 public:
  explicit ExactBuffer(std::span<const std::uint8_t> bytes)
      : bytes_(new std::uint8_t[bytes.size()]), size_(bytes.size()) {
    std::ranges::copy(bytes, bytes_.get());
  }
  std::span<const std::uint8_t> bytes() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t size_;
};

}  // namespace augustus::wire
