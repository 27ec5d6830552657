// SPDX-License-Identifier: Apache-2.0
#include "face/tcp_transport.hh"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace augustus::face {
namespace {

FaceInfo outgoing_face(FaceInfo info, const SocketAddress& remote) {
  info.remote_uri = remote.uri("tcp");
  info.scope = remote.is_loopback() ? forward::FaceScope::local : forward::FaceScope::non_local;
  info.link_type = forward::LinkType::point_to_point;
  info.is_connection = true;
  info.up = false;
  return info;
}

FileDescriptor open_stream(int family) {
  FileDescriptor socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int on = 1;
  setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  setsockopt(socket.get(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
  return socket;
}

}  // namespace

TcpTransport::TcpTransport(FileDescriptor socket, FaceInfo info, std::uint8_t owner, FaceTable& faces,
                           PacketPool& pool, const StreamOptions& options)
    : StreamTransport(std::move(socket), std::move(info), owner, faces, pool, options),
      remote_(SocketAddress::remote_of(socket_.get())) {}

TcpTransport::TcpTransport(const SocketAddress& remote, FaceInfo info, std::uint8_t owner, FaceTable& faces,
                           PacketPool& pool, TimeNs now, const StreamOptions& options)
    : StreamTransport(FileDescriptor{}, outgoing_face(std::move(info), remote), owner, faces, pool, options),
      remote_(remote) {
  connected_ = false;
  if (!finished()) {
    begin_connect(now);
  }
}

void TcpTransport::begin_connect(TimeNs now) {
  socket_ = open_stream(remote_.family());
  connecting_ = true;
  deadline_ = now + connect_limit;
  if (!socket_ || (connect(socket_.get(), remote_.data(), remote_.size()) != 0 && errno != EINPROGRESS)) {
    lost(std::generic_category().message(errno), now);
    return;
  }
  const std::string local = SocketAddress::local_of(socket_.get()).uri("tcp");
  faces().update(face(), [&](FaceInfo& info) { info.local_uri = local; });
}

void TcpTransport::finish_connect(TimeNs now) {
  int error = 0;
  socklen_t size = sizeof(error);
  sockaddr_storage peer{};
  socklen_t peer_size = sizeof(peer);
  getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) {
    lost(std::generic_category().message(error), now);
    return;
  }
  if (getpeername(socket_.get(), reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) {
    return;
  }
  connecting_ = false;
  connected_ = true;
  was_connected_ = true;
  problem_.clear();
  deadline_ = time_never;
  wait_ = first_wait;
  faces().update(face(), [](FaceInfo& info) { info.problem.clear(); });
  faces().set_up(face(), true);
}

unsigned TcpTransport::receive(Ingress& ingress, TimeNs now) {
  if (connecting_) {
    finish_connect(now);
  }
  return StreamTransport::receive(ingress, now);
}

void TcpTransport::writable(TimeNs now) {
  if (connecting_) {
    finish_connect(now);
  }
  if (connected_) {
    StreamTransport::writable(now);
  }
}

void TcpTransport::lost(std::string why, TimeNs now) {
  problem_ = std::move(why);
  faces().update(face(), [&](FaceInfo& info) { info.problem = problem_; });
  disconnected(now);
}

void TcpTransport::disconnected(TimeNs now) {
  if (!reconnects()) {
    close();
    return;
  }
  connecting_ = false;
  connected_ = false;
  reset_stream();
  socket_.reset();
  faces().set_up(face(), false);
  deadline_ = now + wait_;
  wait_ = std::min(2 * wait_, longest_wait);
}

TimeNs TcpTransport::tick(TimeNs now) {
  const TimeNs next = StreamTransport::tick(now);
  if (finished()) {
    return time_never;
  }
  if (!connected_ && !connecting_ && !reconnects()) {
    // No longer so while down: there is nothing to wait for.
    close();
    return time_never;
  }
  if (deadline_ <= now) {
    if (connecting_) {
      lost("no answer", now);
    } else if (!connected_) {
      begin_connect(now);
    }
  }
  return std::min(next, deadline_);
}

}  // namespace augustus::face
