// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace augustus::wire {

/// Reads one TLV element after another from a span; never outside it. For the control plane and for nested
/// elements; accepts only shortest-form numbers.
class TlvReader {
 public:
  struct Element {
    std::uint32_t type;
    std::span<const std::uint8_t> value;
    std::span<const std::uint8_t> tlv;  ///< the whole element

    std::optional<std::uint64_t> number() const;  ///< NonNegativeInteger of 1, 2, 4 or 8 bytes
    std::vector<std::uint8_t> copy() const { return {value.begin(), value.end()}; }  ///< of the value
  };

  explicit TlvReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }
  /// The next element; std::nullopt at the end or when what follows is malformed (then `failed()`).
  std::optional<Element> next();
  /// The next element's type without consuming it; 0 at the end or when malformed.
  std::uint32_t peek_type() const;
  bool failed() const { return failed_; }

 private:
  std::span<const std::uint8_t> rest_;
  bool failed_ = false;
};

}  // namespace augustus::wire
