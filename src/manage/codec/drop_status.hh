// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// One item of status/drops, a dataset of this router alone: packets dropped for one reason since start.
struct DropStatus {
  std::string reason;
  std::uint64_t count = 0;

  /// The whole DropStatus element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<DropStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const DropStatus&) const = default;
};

}  // namespace augustus::manage
