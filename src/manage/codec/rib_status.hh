// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wire/name.hh"

namespace augustus::manage {

/// One item of rib/list (NFD wiki RibMgmt, RibEntry).
struct RibStatus {
  struct Route {
    std::uint64_t face_id = 0;
    std::uint64_t origin = 0;
    std::uint64_t cost = 0;
    std::uint64_t flags = 0;
    std::optional<std::uint64_t> expiration_period_ms;
    bool operator==(const Route&) const = default;
  };

  wire::Name prefix;
  std::vector<Route> routes;

  /// The whole RibEntry element.
  std::vector<std::uint8_t> encode() const;
  /// From the element's value.
  static std::optional<RibStatus> decode(std::span<const std::uint8_t> value);
  bool operator==(const RibStatus&) const = default;
};

}  // namespace augustus::manage
