// SPDX-License-Identifier: Apache-2.0
#include "face/socket_address.hh"

#include <arpa/inet.h>
#include <net/if.h>

#include <cstring>

namespace augustus::face {

std::optional<SocketAddress> SocketAddress::parse(std::string_view host, std::uint16_t port) {
  const auto percent = host.find('%');
  const std::string address(host.substr(0, percent));
  sockaddr_in v4{};
  if (percent == std::string_view::npos && inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    return SocketAddress(v4);
  }
  sockaddr_in6 v6{};
  if (inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) != 1) {
    return std::nullopt;
  }
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  if (percent != std::string_view::npos) {
    const std::string interface(host.substr(percent + 1));
    v6.sin6_scope_id = if_nametoindex(interface.c_str());
    if (v6.sin6_scope_id == 0) {
      return std::nullopt;
    }
  }
  return SocketAddress(v6);
}

SocketAddress SocketAddress::local_of(int fd) {
  SocketAddress address;
  socklen_t length = capacity;
  return getsockname(fd, address.data(), &length) == 0 ? address : SocketAddress{};
}

SocketAddress SocketAddress::remote_of(int fd) {
  SocketAddress address;
  socklen_t length = capacity;
  return getpeername(fd, address.data(), &length) == 0 ? address : SocketAddress{};
}

bool SocketAddress::is_loopback() const {
  if (!is_v6()) {
    return (ntohl(address_.v4.sin_addr.s_addr) >> 24) == 127;
  }
  const in6_addr& bytes = address_.v6.sin6_addr;
  return IN6_IS_ADDR_LOOPBACK(&bytes) || (IN6_IS_ADDR_V4MAPPED(&bytes) && bytes.s6_addr[12] == 127);
}

bool SocketAddress::is_multicast() const {
  return is_v6() ? IN6_IS_ADDR_MULTICAST(&address_.v6.sin6_addr) != 0
                 : IN_MULTICAST(ntohl(address_.v4.sin_addr.s_addr));
}

bool SocketAddress::is_unspecified() const {
  return is_v6() ? IN6_IS_ADDR_UNSPECIFIED(&address_.v6.sin6_addr) != 0 : address_.v4.sin_addr.s_addr == 0;
}

bool SocketAddress::is_link_local() const {
  return is_v6() &&
         (IN6_IS_ADDR_LINKLOCAL(&address_.v6.sin6_addr) || IN6_IS_ADDR_MC_LINKLOCAL(&address_.v6.sin6_addr));
}

SocketAddress SocketAddress::with_port(std::uint16_t port) const {
  SocketAddress changed = *this;
  (is_v6() ? changed.address_.v6.sin6_port : changed.address_.v4.sin_port) = htons(port);
  return changed;
}

std::string SocketAddress::host() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (!is_v6()) {
    inet_ntop(AF_INET, &address_.v4.sin_addr, text.data(), text.size());
    return text.data();
  }
  inet_ntop(AF_INET6, &address_.v6.sin6_addr, text.data(), text.size());
  std::string host = text.data();
  std::array<char, IF_NAMESIZE> interface {};
  if (address_.v6.sin6_scope_id != 0 && is_link_local()) {
    host += '%';
    host += if_indextoname(address_.v6.sin6_scope_id, interface.data()) != nullptr
                ? std::string(interface.data())
                : std::to_string(address_.v6.sin6_scope_id);
  }
  return host;
}

std::string SocketAddress::uri(std::string_view scheme) const {
  return std::string(scheme) + (is_v6() ? "6://" : "4://") + authority();
}

std::string SocketAddress::authority() const {
  return (is_v6() ? "[" + host() + "]" : host()) + ":" + std::to_string(port());
}

std::array<std::uint64_t, 3> SocketAddress::words() const {
  std::array<std::uint64_t, 3> words{};
  if (is_v6()) {
    std::memcpy(words.data(), &address_.v6.sin6_addr, 16);
    words[2] = std::uint64_t{address_.v6.sin6_scope_id} << 32 | 6u << 16 | address_.v6.sin6_port;
  } else {
    words[0] = address_.v4.sin_addr.s_addr;
    words[2] = 4u << 16 | address_.v4.sin_port;
  }
  return words;
}

}  // namespace augustus::face
