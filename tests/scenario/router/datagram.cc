// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/datagram.hh"

#include <sys/socket.h>

namespace augustus::scenario {

std::optional<Bytes> receive_datagram(int socket, face::SocketAddress& sender) {
  Bytes packet(datagram_bytes_max);
  socklen_t size = face::SocketAddress::capacity;
  const auto length = recvfrom(socket, packet.data(), packet.size(), MSG_DONTWAIT, sender.data(), &size);
  if (length < 0) {
    return std::nullopt;
  }
  packet.resize(static_cast<std::size_t>(length));
  return packet;
}

}  // namespace augustus::scenario
