// SPDX-License-Identifier: Apache-2.0
#include "face/port/ip_address.hh"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

namespace augustus::face {
namespace {

constexpr std::array<std::uint8_t, 12> mapped_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

}  // namespace

IpAddress IpAddress::v4(const std::uint8_t* four) {
  IpAddress address;
  std::copy(mapped_prefix.begin(), mapped_prefix.end(), address.bytes.begin());
  std::memcpy(&address.bytes[12], four, 4);
  return address;
}

IpAddress IpAddress::v6(const std::uint8_t* sixteen) {
  IpAddress address;
  std::memcpy(address.bytes.data(), sixteen, address.bytes.size());
  return address;
}

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  const std::string copy(text);
  std::array<std::uint8_t, 16> bytes;
  if (inet_pton(AF_INET, copy.c_str(), bytes.data()) == 1) {
    return v4(bytes.data());
  }
  if (inet_pton(AF_INET6, copy.c_str(), bytes.data()) == 1) {
    return v6(bytes.data());
  }
  return std::nullopt;
}

IpAddress IpAddress::of(const SocketAddress& address) {
  if (address.is_v6()) {
    return v6(reinterpret_cast<const sockaddr_in6*>(address.data())->sin6_addr.s6_addr);
  }
  const auto& four = reinterpret_cast<const sockaddr_in*>(address.data())->sin_addr;
  return v4(reinterpret_cast<const std::uint8_t*>(&four.s_addr));
}

bool IpAddress::is_v4() const {
  return std::memcmp(bytes.data(), mapped_prefix.data(), mapped_prefix.size()) == 0;
}

bool IpAddress::is_unspecified() const {
  const auto some = wire();
  return std::all_of(some.begin(), some.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool IpAddress::is_multicast() const {
  return is_v4() ? (bytes[12] & 0xf0) == 0xe0 : bytes[0] == 0xff;
}

bool IpAddress::is_link_local() const {
  return bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
}

bool IpAddress::is_broadcast() const {
  return is_v4() &&
         std::all_of(bytes.begin() + 12, bytes.end(), [](std::uint8_t byte) { return byte == 0xff; });
}

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(is_v4() ? AF_INET : AF_INET6, wire().data(), text.data(), text.size());
  return text.data();
}

SocketAddress IpAddress::with_port(std::uint16_t port) const {
  if (is_v4()) {
    sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(port)};
    std::memcpy(&address.sin_addr, wire().data(), 4);
    return SocketAddress(address);
  }
  sockaddr_in6 address{.sin6_family = AF_INET6, .sin6_port = htons(port)};
  std::memcpy(&address.sin6_addr, bytes.data(), bytes.size());
  return SocketAddress(address);
}

IpAddress solicited_node(const IpAddress& address) {
  IpAddress group{{0xff, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01, 0xff}};
  std::copy(address.bytes.begin() + 13, address.bytes.end(), group.bytes.begin() + 13);
  return group;
}

}  // namespace augustus::face
