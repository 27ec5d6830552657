// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace augustus::manage {

/// The content of status/general (NFD wiki ForwarderStatus). It has no outer element.
struct ForwarderStatus {
  std::string version;
  std::uint64_t start_ms = 0;  ///< wall clock, milliseconds since 1970
  std::uint64_t current_ms = 0;
  std::uint64_t name_entries = 0, fib_entries = 0, pit_entries = 0, measurements_entries = 0, cs_entries = 0;
  std::uint64_t in_interests = 0, in_data = 0, in_nacks = 0;
  std::uint64_t out_interests = 0, out_data = 0, out_nacks = 0;
  std::uint64_t satisfied_interests = 0, unsatisfied_interests = 0;

  std::vector<std::uint8_t> encode() const;
  static std::optional<ForwarderStatus> decode(std::span<const std::uint8_t> content);
  bool operator==(const ForwarderStatus&) const = default;
};

}  // namespace augustus::manage
