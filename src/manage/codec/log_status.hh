// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// One item of augustus-router/log, a dataset of this router alone: a module and the level of its log.
struct LogStatus {
  std::string module;
  std::string level;

  /// The whole LogStatus element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<LogStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const LogStatus&) const = default;
};

}  // namespace augustus::manage
