// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "face/port/ip_address.hh"

namespace augustus::face {

/// An address of a port and how many of its leading bits its link shares.
struct IpPrefix {
  IpAddress address;
  unsigned length = 0;  ///< of the family's own bits: at most 32 or 128

  /// "192.0.2.1/24" or "2001:db8::1/64"; without a length it is the address alone. std::nullopt otherwise.
  static std::optional<IpPrefix> parse(std::string_view text);
  /// Whether `other` is of the family and shares the leading bits.
  bool contains(const IpAddress& other) const;
};

}  // namespace augustus::face
