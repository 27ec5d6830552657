// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace augustus::face {

/// An IPv4 or IPv6 address and port, in the form the socket calls take. Comparable by its bytes.
class SocketAddress {
 public:
  SocketAddress() = default;
  explicit SocketAddress(const sockaddr_in& v4) { address_.v4 = v4; }
  explicit SocketAddress(const sockaddr_in6& v6) { address_.v6 = v6; }

  /// `host` as a numeric address, IPv6 without brackets and with an optional %interface; std::nullopt
  /// otherwise.
  static std::optional<SocketAddress> parse(std::string_view host, std::uint16_t port);
  /// The local or the remote end of a connected or bound socket; an empty address on failure.
  static SocketAddress local_of(int fd);
  static SocketAddress remote_of(int fd);

  bool is_v6() const { return address_.any.sa_family == AF_INET6; }
  int family() const { return address_.any.sa_family; }
  std::uint16_t port() const { return ntohs(is_v6() ? address_.v6.sin6_port : address_.v4.sin_port); }
  bool is_loopback() const;  ///< 127/8, ::1 or ::ffff:127/104
  bool is_multicast() const;
  bool is_unspecified() const;
  bool is_link_local() const;  ///< IPv6 fe80::/10 or a link-local multicast group
  std::uint32_t scope() const { return is_v6() ? address_.v6.sin6_scope_id : 0; }

  SocketAddress with_port(std::uint16_t port) const;

  /// Numeric, IPv6 with %interface where its scope is a link.
  std::string host() const;
  /// "scheme4://192.0.2.1:6363" or "scheme6://[2001:db8::1]:6363".
  std::string uri(std::string_view scheme) const;
  /// "192.0.2.1:6363" or "[2001:db8::1]:6363".
  std::string authority() const;

  const sockaddr* data() const { return &address_.any; }
  sockaddr* data() { return &address_.any; }
  socklen_t size() const { return is_v6() ? sizeof(sockaddr_in6) : sizeof(sockaddr_in); }
  static constexpr socklen_t capacity = sizeof(sockaddr_in6);

  /// What identifies the address: its bytes, port and scope, without padding. Words of a fixed layout.
  std::array<std::uint64_t, 3> words() const;
  friend bool operator==(const SocketAddress& a, const SocketAddress& b) { return a.words() == b.words(); }

 private:
  union {
    sockaddr any;
    sockaddr_in v4;
    sockaddr_in6 v6;
  } address_{.v6 = {}};
};

}  // namespace augustus::face
