// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/clock.hh"

namespace augustus::manage {

/// ValidityPeriod of a certificate or prefix announcement (NDN certificate format 2.0). Wall clock,
/// inclusive.
struct ValidityPeriod {
  static constexpr std::uint32_t tlv_type = 253;

  TimeNs not_before = 0;
  TimeNs not_after = 0;

  bool contains(TimeNs wall) const { return not_before <= wall && wall <= not_after; }

  /// From the element's value. std::nullopt when malformed.
  static std::optional<ValidityPeriod> decode(std::span<const std::uint8_t> value);
};

}  // namespace augustus::manage
