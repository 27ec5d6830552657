// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wire/name.hh"

namespace augustus::manage {

/// One item of strategy-choice/list (NFD wiki StrategyChoice).
struct StrategyStatus {
  wire::Name prefix;
  wire::Name strategy;  ///< with version

  /// The whole StrategyChoice element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<StrategyStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const StrategyStatus&) const = default;
};

}  // namespace augustus::manage
