// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

#include "face/socket_address.hh"

namespace augustus::face {

/// Names who is at the other end, for shares of pools (base/pool_shares.hh): he counts once however many Faces he
/// makes. An IPv4 address; an IPv6 address's /64, because its host chooses the rest, or a link-local address's
/// interface identifier. `address`: 16 bytes, IPv4 as ::ffff:0:0/96. Never 0.
std::uint64_t source_of(std::span<const std::uint8_t, 16> address);
std::uint64_t source_of(const SocketAddress& address);
/// A neighbour on an Ethernet; `mac`: its address as a number.
std::uint64_t source_of_mac(std::uint64_t mac);
/// A user of this machine.
std::uint64_t source_of_user(uid_t user);

}  // namespace augustus::face
