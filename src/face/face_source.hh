// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

#include "face/face_info.hh"
#include "face/socket_address.hh"

namespace augustus::face {

// The numbers of sources that are not the first half of an IPv6 address begin with two bytes of their kind, of which the
// first is ff: so begin addresses of groups, which nobody sends from. Nobody else can thus take a number by choosing
// his address. Kinds that are not in face_source.cc: 0xff03 room of the operator's Faces (face_room.cc), 0xff04 a Face
// that counts alone (forward::own_source_of), 0xff07 Faces that are gone (manage/access/pool_source.hh).

/// Names who is at the other end, for shares of pools (base/pool_shares.hh): he counts once however many Faces he
/// makes. An IPv4 address; an IPv6 address's /64, because its host chooses the rest, or a link-local address's
/// interface identifier. `address`: 16 bytes, IPv4 as ::ffff:0:0/96. Never 0.
std::uint64_t source_of(std::span<const std::uint8_t, 16> address);
std::uint64_t source_of(const SocketAddress& address);
/// A neighbour on an Ethernet; `mac`: its address as a number.
std::uint64_t source_of_mac(std::uint64_t mac);
/// A user of this machine.
std::uint64_t source_of_user(uid_t user);
/// Who is behind a Face: FaceInfo::source. Only programs of this machine which come by another way than the Unix socket
/// are one all together, because each has a thousand loopback addresses to come from. 0: the router or its operator.
std::uint64_t source_behind(const FaceInfo& face);

}  // namespace augustus::face
