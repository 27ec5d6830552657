// SPDX-License-Identifier: Apache-2.0
#include "face/udp_socket.hh"

#include <cerrno>
#include <system_error>

namespace augustus::face {
namespace {

/// Beyond the system's limit where the process may, up to it otherwise.
void ask_for_buffer(int fd, int forced, int ordinary) {
  if (setsockopt(fd, SOL_SOCKET, forced, &udp_buffer_bytes, sizeof(udp_buffer_bytes)) != 0) {
    setsockopt(fd, SOL_SOCKET, ordinary, &udp_buffer_bytes, sizeof(udp_buffer_bytes));
  }
}

}  // namespace

FileDescriptor open_udp(int family) {
  FileDescriptor socket(::socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) {
    throw std::system_error(errno, std::generic_category(), "udp socket");
  }
  set_up_udp(socket, family);
  return socket;
}

void set_up_udp(const FileDescriptor& socket, int family) {
  const int fd = socket.get();
  ask_for_buffer(fd, SO_RCVBUFFORCE, SO_RCVBUF);
  ask_for_buffer(fd, SO_SNDBUFFORCE, SO_SNDBUF);
  if (family == AF_INET6) {
    const int on = 1;
    const int discovery = IPV6_PMTUDISC_DONT;
    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
    setsockopt(fd, IPPROTO_IPV6, IPV6_MTU_DISCOVER, &discovery, sizeof(discovery));
  } else {
    const int discovery = IP_PMTUDISC_DONT;
    setsockopt(fd, IPPROTO_IP, IP_MTU_DISCOVER, &discovery, sizeof(discovery));
  }
}

void bind_udp(const FileDescriptor& socket, const SocketAddress& address) {
  if (bind(socket.get(), address.data(), address.size()) != 0) {
    throw std::system_error(errno, std::generic_category(), address.uri("udp"));
  }
}

}  // namespace augustus::face
