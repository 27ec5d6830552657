// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "face/socket_address.hh"
#include "scenario/router/face_end.hh"

namespace augustus::scenario {

/// Bytes that a UDP datagram over IPv4 carries at most.
inline constexpr std::size_t datagram_bytes_max = 65507;

/// The next datagram of the socket and where it came from; nothing when none is there now.
std::optional<Bytes> receive_datagram(int socket, face::SocketAddress& sender);

}  // namespace augustus::scenario
