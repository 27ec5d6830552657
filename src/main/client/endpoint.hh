// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace augustus::client {

/// Where a router is reached: unix:///path, tcp4://host:port (tcp, tcp6) or udp4://host:port (udp, udp6); the
/// port is 6363 unless given.
struct Endpoint {
  enum class Scheme : std::uint8_t { unix_stream, tcp, udp };

  Scheme scheme = Scheme::unix_stream;
  int family = 0;       ///< AF_INET, AF_INET6 or AF_UNSPEC; not for unix_stream
  std::string address;  ///< the socket's path, or the host
  std::string port = "6363";

  std::string uri() const;
  /// True when the router sees this program as local (Unix stream, or TCP over the loopback address):
  /// commands go to /localhost/nfd then, otherwise to /localhop/nfd.
  bool is_local() const;
};

/// Throws UsageError when `uri` is none of the forms above.
Endpoint parse_endpoint(std::string_view uri);

/// `uri` when not empty, else $NDN_CLIENT_TRANSPORT when set, else the Unix socket at client_socket_path().
Endpoint choose_endpoint(const std::string& uri);

}  // namespace augustus::client
