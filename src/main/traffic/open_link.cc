// SPDX-License-Identifier: Apache-2.0
#include "main/traffic/open_link.hh"

#include <sys/socket.h>

#include <cerrno>
#include <system_error>

#include "face/udp_socket.hh"
#include "main/client/interrupt.hh"
#include "main/client/socket.hh"
#include "main/errors.hh"
#include "main/traffic/namespace_visit.hh"
#include "traffic/links/datagram_link.hh"
#include "traffic/links/stream_link.hh"

namespace augustus::traffic {
namespace {

using client::Endpoint;
using face::FileDescriptor;

constexpr TimeNs link_patience = 10 * nanoseconds_per_second;
/// How long whoever is at the other end may take to notice that the link has come up.
constexpr TimeNs notice_time = 250 * nanoseconds_per_millisecond;

std::unique_ptr<Link> open_socket(const EndOptions& end) {
  const NamespaceVisit visit(end.network_namespace);
  const Endpoint endpoint = client::choose_endpoint(end.router);
  FileDescriptor socket(client::connect_to(endpoint, end.local_port));
  if (endpoint.scheme == Endpoint::Scheme::udp) {
    face::set_up_udp(socket, face::SocketAddress::remote_of(socket.get()).family());
    return std::make_unique<DatagramLink>(std::move(socket));
  }
  return std::make_unique<StreamLink>(std::move(socket));
}

std::unique_ptr<Link> datagram_end(FileDescriptor socket, const face::SocketAddress& to) {
  if (::connect(socket.get(), to.data(), to.size()) != 0) {
    throw std::system_error(errno, std::generic_category(), "connect over loopback");
  }
  return std::make_unique<DatagramLink>(std::move(socket));
}

LinkOpener::Pair open_streams() {
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  return {std::make_unique<StreamLink>(FileDescriptor(pair[0])),
          std::make_unique<StreamLink>(FileDescriptor(pair[1]))};
}

LinkOpener::Pair open_datagrams() {
  const auto any = *face::SocketAddress::parse("127.0.0.1", 0);
  FileDescriptor left = face::open_udp(AF_INET);
  FileDescriptor right = face::open_udp(AF_INET);
  face::bind_udp(left, any);
  face::bind_udp(right, any);
  const auto left_address = face::SocketAddress::local_of(left.get());
  const auto right_address = face::SocketAddress::local_of(right.get());
  return {datagram_end(std::move(left), right_address), datagram_end(std::move(right), left_address)};
}

}  // namespace

std::unique_ptr<Link> LinkOpener::open(const EndOptions& end) {
  auto link = attach(end);
  wait_until_up(*link);
  return link;
}

void LinkOpener::wait_until_up(Link& link) {
  if (link.up()) {
    return;
  }
  pollfd nothing{-1, 0, 0};
  const auto wait = [&](TimeNs time) {
    client::wait_for(nothing, monotonic_now() + time);
    if (client::interrupted()) {
      throw client::Interrupted();
    }
  };
  for (const TimeNs deadline = monotonic_now() + link_patience; !link.up();
       wait(10 * nanoseconds_per_millisecond)) {
    if (monotonic_now() > deadline) {
      throw std::runtime_error("nothing is at the other end of the port's link");
    }
  }
  wait(notice_time);
}

std::unique_ptr<Link> LinkOpener::attach(const EndOptions& end) {
  if (end.is_port()) {
    if (!end.router.empty()) {
      throw UsageError("an end is attached to a --router or to a --port");
    }
    if (!end.network_namespace.empty()) {
      throw UsageError("a --namespace is for sockets: start the program in it for a --port");
    }
    return open_port(end);
  }
  if (format_.is_compact()) {
    throw UsageError("the compact header is for DPDK ports (--port)");
  }
  return open_socket(end);
}

LinkOpener::Pair LinkOpener::open_pair(const std::string& over) {
  if (over == "ring") {
    return open_rings();
  }
  if (format_.is_compact()) {
    throw UsageError("the compact header is for DPDK ports (--over ring)");
  }
  return over == "unix" ? open_streams() : open_datagrams();
}

bool is_local(const EndOptions& end) {
  return !end.is_port() && client::choose_endpoint(end.router).is_local();
}

}  // namespace augustus::traffic
