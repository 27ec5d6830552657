// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "face/socket_address.hh"

namespace augustus::face {

inline constexpr std::uint16_t ndn_port = 6363;
inline constexpr std::uint16_t ndn_multicast_port = 56363;
inline constexpr std::uint16_t ndn_websocket_port = 9696;

/// A Face URI as NFD writes them: scheme://authority/path. Schemes: udp udp4 udp6 tcp tcp4 tcp6 ether dev
/// udp4+dev udp6+dev unix fd ws wsclient internal null; others parse too. Kept in parts, not resolved.
struct FaceUri {
  std::string scheme;
  std::string host;  ///< IPv6 and Ethernet addresses without their brackets
  std::string port;
  std::string path;
  bool bracketed = false;

  /// std::nullopt when it is not of that form.
  static std::optional<FaceUri> parse(std::string_view text);
  std::string text() const;

  bool is_ip() const;  ///< of scheme udp, udp4, udp6, tcp, tcp4 or tcp6

  /// Whether faces/create may take it as it stands (ndn-cxx's FaceUri::isCanonical): numeric address in its
  /// usual spelling, scheme with 4 or 6, port, no path; Ethernet address in lower case; device name alone.
  bool is_canonical() const;

  /// The canonical form where that needs no name service: scheme completed with 4 or 6, default port (6363;
  /// 56363 for multicast) and usual spelling of the address. std::nullopt for host names and other schemes.
  std::optional<FaceUri> canonical() const;

  /// Address and port of a udp or tcp URI with a numeric host; std::nullopt otherwise.
  std::optional<SocketAddress> address() const;
};

}  // namespace augustus::face
