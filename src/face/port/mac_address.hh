// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace augustus::face {

/// An Ethernet address.
struct MacAddress {
  std::array<std::uint8_t, 6> bytes{};

  /// Six groups of one or two hex digits joined by colons; std::nullopt otherwise.
  static std::optional<MacAddress> parse(std::string_view text);
  /// "01:00:5e:00:17:aa".
  std::string text() const;

  bool is_group() const { return (bytes[0] & 1) != 0; }
  bool is_zero() const { return *this == MacAddress{}; }
  /// The address as a number, to tell senders apart.
  std::uint64_t number() const;
  friend bool operator==(const MacAddress&, const MacAddress&) = default;
};

inline constexpr MacAddress mac_broadcast{{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};
/// Where NDN over Ethernet is multicast.
inline constexpr MacAddress mac_ndn_group{{0x01, 0x00, 0x5e, 0x00, 0x17, 0xaa}};

}  // namespace augustus::face
