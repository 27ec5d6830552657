// SPDX-License-Identifier: Apache-2.0
#include "face/face_source.hh"

#include "face/port/ip_address.hh"

namespace augustus::face {
namespace {

// Above what other kinds of sources use: IPv6 prefixes in use begin with 001, fc or fe.
constexpr std::uint64_t kind_v4 = std::uint64_t{1} << 32;
constexpr std::uint64_t kind_user = std::uint64_t{2} << 32;
constexpr std::uint64_t this_machine = std::uint64_t{5} << 32;
constexpr std::uint64_t kind_mac = std::uint64_t{0xffff} << 48;
/// ::ffff:0:0/96 without its first 64 bits, which are zero.
constexpr std::uint64_t v4_mapped = 0xffff;

std::uint64_t number(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes) {
    value = value << 8 | byte;
  }
  return value;
}

}  // namespace

std::uint64_t source_of(std::span<const std::uint8_t, 16> address) {
  const std::uint64_t high = number(address.first(8));
  const std::uint64_t low = number(address.last(8));
  if (high == 0 && low >> 32 == v4_mapped) {
    return kind_v4 | (low & 0xffffffff);
  }
  const bool link_local = high >> 54 == 0xfe80 >> 6;
  const std::uint64_t source = high == 0 || link_local ? low : high;
  return source != 0 ? source : kind_v4;
}

std::uint64_t source_of(const SocketAddress& address) {
  return source_of(IpAddress::of(address).bytes);
}

std::uint64_t source_of_mac(std::uint64_t mac) {
  return kind_mac | mac;
}

std::uint64_t source_of_user(uid_t user) {
  return kind_user | user;
}

std::uint64_t source_behind(const FaceInfo& face) {
  const bool is_nameless = face.scope == forward::FaceScope::local && !face.peer && face.source != 0;
  return is_nameless ? this_machine : face.source;
}

}  // namespace augustus::face
