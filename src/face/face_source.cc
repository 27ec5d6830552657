// SPDX-License-Identifier: Apache-2.0
#include "face/face_source.hh"

#include "face/port/ip_address.hh"

namespace augustus::face {
namespace {

using forward::source_kind;

constexpr std::uint64_t kind_v4 = source_kind(0xff01);
constexpr std::uint64_t kind_user = source_kind(0xff02);
constexpr std::uint64_t this_machine = source_kind(0xff05);
/// Of an address within a link, and of one below ::/64. Who has it chooses its last 64 bits.
constexpr std::uint64_t kind_interface = source_kind(0xff06);
constexpr std::uint64_t kind_mac = source_kind(0xffff);
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
  constexpr std::uint64_t number_mask = (std::uint64_t{1} << 48) - 1;
  return high == 0 || link_local ? kind_interface | ((low ^ low >> 48) & number_mask) : high;
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
