// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "face/socket_address.hh"

namespace augustus::face {

/// An IPv4 or IPv6 address; IPv4 is kept as ::ffff:0:0/96 (RFC 4291 2.5.5.2), so that one table holds both.
struct IpAddress {
  std::array<std::uint8_t, 16> bytes{};

  static IpAddress v4(const std::uint8_t* four);
  static IpAddress v6(const std::uint8_t* sixteen);
  /// A numeric address, IPv6 without brackets or zone; std::nullopt otherwise.
  static std::optional<IpAddress> parse(std::string_view text);
  /// Without its port.
  static IpAddress of(const SocketAddress& address);

  bool is_v4() const;
  bool is_unspecified() const;
  bool is_multicast() const;
  bool is_link_local() const;  ///< IPv6 fe80::/10
  /// 255.255.255.255, for IPv4.
  bool is_broadcast() const;

  /// The bytes that travel: 4 or 16.
  std::span<const std::uint8_t> wire() const {
    return is_v4() ? std::span(bytes).subspan(12) : std::span<const std::uint8_t>(bytes);
  }
  std::string text() const;
  SocketAddress with_port(std::uint16_t port) const;

  friend bool operator==(const IpAddress&, const IpAddress&) = default;
};

/// The multicast address of all nodes of a link (RFC 4291 2.7.1).
inline constexpr IpAddress all_nodes{{0xff, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
/// The solicited-node multicast address of an IPv6 address (RFC 4291 2.7.1).
IpAddress solicited_node(const IpAddress& address);

}  // namespace augustus::face
