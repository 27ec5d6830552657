// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/udp_end.hh"

#include <sys/socket.h>

#include <cerrno>
#include <system_error>

#include "scenario/router/datagram.hh"

namespace augustus::scenario {

UdpEnd::UdpEnd(const face::SocketAddress& router, unsigned lane)
    : FaceEnd(lane), socket_(socket(router.family(), SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  if (connect(socket_.get(), router.data(), router.size()) != 0) {
    throw std::system_error(errno, std::generic_category(), router.uri("udp"));
  }
}

std::size_t UdpEnd::mtu() const {
  return datagram_bytes_max;
}

void UdpEnd::put(std::span<const std::uint8_t> link_packet) {
  if (::send(socket_.get(), link_packet.data(), link_packet.size(), 0) < 0) {
    throw std::system_error(errno, std::generic_category(), "UDP");
  }
}

std::optional<Bytes> UdpEnd::take() {
  face::SocketAddress sender;
  return receive_datagram(socket_.get(), sender);
}

}  // namespace augustus::scenario
