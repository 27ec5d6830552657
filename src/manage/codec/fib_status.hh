// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wire/name.hh"

namespace augustus::manage {

/// One item of fib/list (NFD wiki FibMgmt, FibEntry).
struct FibStatus {
  struct NextHop {
    std::uint64_t face_id = 0;
    std::uint64_t cost = 0;
    bool operator==(const NextHop&) const = default;
  };

  wire::Name prefix;
  std::vector<NextHop> next_hops;

  /// The whole FibEntry element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<FibStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const FibStatus&) const = default;
};

}  // namespace augustus::manage
