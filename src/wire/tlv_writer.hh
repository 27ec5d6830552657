// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace augustus::wire {

/// Builds TLV elements front to back into an owned buffer. For the control plane, clients and tests.
class TlvWriter {
 public:
  TlvWriter& element(std::uint32_t type, std::span<const std::uint8_t> value);
  TlvWriter& text(std::uint32_t type, std::string_view value);
  TlvWriter& number(std::uint32_t type, std::uint64_t value);  ///< NonNegativeInteger, shortest of 1, 2, 4, 8
  TlvWriter& flag(std::uint32_t type);                         ///< an element of length 0
  /// An element whose value is what `fill` writes.
  TlvWriter& nested(std::uint32_t type, const std::function<void(TlvWriter&)>& fill);
  TlvWriter& raw(std::span<const std::uint8_t> bytes);

  std::span<const std::uint8_t> bytes() const { return bytes_; }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace augustus::wire
