// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/multicast_end.hh"

#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

#include "face/udp_socket.hh"
#include "scenario/router/datagram.hh"

namespace augustus::scenario {
namespace {

[[noreturn]] void fail() {
  throw std::system_error(errno, std::generic_category(), "UDP multicast");
}

face::FileDescriptor bound_to(const face::SocketAddress& address) {
  auto socket = face::open_udp(address.family());
  const int on = 1;
  setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  face::bind_udp(socket, address);
  return socket;
}

face::FileDescriptor on_loopback() {
  auto socket = face::open_udp(AF_INET);
  face::bind_udp(socket, *face::SocketAddress::parse("127.0.0.1", 0));
  return socket;
}

}  // namespace

const char* MulticastEnd::group() {
  return "239.255.17.170";
}

const char* MulticastEnd::interface() {
  return "lo";
}

MulticastEnd::MulticastEnd(unsigned lane)
    : FaceEnd(lane),
      reserved_(on_loopback()),
      sender_(on_loopback()),
      group_(*face::SocketAddress::parse(group(), face::SocketAddress::local_of(reserved_.get()).port())),
      own_(face::SocketAddress::local_of(sender_.get())) {
  receiver_ = bound_to(group_);
  ip_mreqn link{};
  link.imr_multiaddr = reinterpret_cast<const sockaddr_in*>(group_.data())->sin_addr;
  link.imr_address.s_addr = htonl(INADDR_LOOPBACK);
  link.imr_ifindex = static_cast<int>(if_nametoindex(interface()));
  if (setsockopt(sender_.get(), IPPROTO_IP, IP_MULTICAST_IF, &link, sizeof(link)) != 0 ||
      setsockopt(receiver_.get(), IPPROTO_IP, IP_ADD_MEMBERSHIP, &link, sizeof(link)) != 0) {
    fail();
  }
}

std::size_t MulticastEnd::mtu() const {
  return datagram_bytes_max;
}

void MulticastEnd::put(std::span<const std::uint8_t> link_packet) {
  if (sendto(sender_.get(), link_packet.data(), link_packet.size(), 0, group_.data(), group_.size()) < 0) {
    fail();
  }
}

std::optional<Bytes> MulticastEnd::take() {
  face::SocketAddress from;
  auto packet = receive_datagram(receiver_.get(), from);
  while (packet && from == own_) {
    packet = receive_datagram(receiver_.get(), from);
  }
  return packet;
}

}  // namespace augustus::scenario
