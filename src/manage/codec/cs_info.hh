// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace augustus::manage {

inline constexpr std::uint64_t cs_flag_admit = 1;  ///< new Data may be stored
inline constexpr std::uint64_t cs_flag_serve = 2;  ///< stored Data may answer

/// The content of cs/info (NFD wiki CsMgmt).
struct CsInfo {
  std::uint64_t capacity = 0;  ///< packets
  std::uint64_t flags = 0;
  std::uint64_t entries = 0;
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;

  /// The whole CsInfo element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<CsInfo> decode(std::span<const std::uint8_t> value);
  bool operator==(const CsInfo&) const = default;
};

}  // namespace augustus::manage
