// SPDX-License-Identifier: Apache-2.0
#include "face/stream_listener.hh"

#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "face/face_source.hh"

namespace augustus::face {
namespace {

constexpr int backlog = 256;

[[noreturn]] void fail(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

FileDescriptor open_reserve() {
  return FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
}

FileDescriptor open_socket(int family, const std::string& what) {
  FileDescriptor socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket) {
    fail(errno, what);
  }
  return socket;
}

sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) {
    fail(ENAMETOOLONG, path);
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

/// Removes a socket file nobody listens on; leaves anything else alone.
void remove_stale(const std::string& path, const sockaddr_un& address) {
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0 || !S_ISSOCK(found.st_mode)) {
    return;
  }
  const FileDescriptor probe = open_socket(AF_UNIX, path);
  if (connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 ||
      errno == EAGAIN) {
    fail(EADDRINUSE, path);
  }
  if (errno == ECONNREFUSED) {
    unlink(path.c_str());
  }
}

void make_folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash != std::string::npos && slash != 0) {
    mkdir(path.substr(0, slash).c_str(), geteuid() == 0 ? 0755 : 0700);
  }
}

std::string uri_of(const SocketAddress& address, StreamKind kind) {
  return kind == StreamKind::websocket ? "ws://" + address.authority() : address.uri("tcp");
}

FaceInfo accepted_face(std::string remote_uri, std::string local_uri, bool local, std::uint64_t source) {
  FaceInfo info;
  info.source = source;
  info.is_connection = true;
  info.remote_uri = std::move(remote_uri);
  info.local_uri = std::move(local_uri);
  info.scope = local ? forward::FaceScope::local : forward::FaceScope::non_local;
  info.persistency = Persistency::on_demand;
  info.flags = flag_congestion_marking;
  return info;
}

}  // namespace

StreamListener StreamListener::on_unix(const std::string& path, unsigned mode) {
  const sockaddr_un address = unix_address(path);
  make_folder_of(path);
  remove_stale(path, address);
  StreamListener listener;
  listener.socket_ = open_socket(AF_UNIX, path);
  const int fd = listener.socket_.get();
  // The file never has more permissions than asked for, whatever the umask.
  fchmod(fd, mode);
  if (bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    fail(errno, path);
  }
  struct stat made {};
  if (chmod(path.c_str(), mode) != 0 || listen(fd, backlog) != 0 || lstat(path.c_str(), &made) != 0) {
    const int error = errno;
    unlink(path.c_str());
    fail(error, path);
  }
  listener.path_ = path;
  listener.device_ = made.st_dev;
  listener.inode_ = made.st_ino;
  listener.local_uri_ = "unix://" + path;
  listener.reserve_ = open_reserve();
  return listener;
}

StreamListener StreamListener::on_tcp(const SocketAddress& address) {
  return on_ip(address, StreamKind::tcp);
}

StreamListener StreamListener::on_websocket(const SocketAddress& address) {
  return on_ip(address, StreamKind::websocket);
}

StreamListener StreamListener::on_ip(const SocketAddress& address, StreamKind kind) {
  const std::string uri = uri_of(address, kind);
  StreamListener listener;
  listener.kind_ = kind;
  listener.socket_ = open_socket(address.family(), uri);
  const int fd = listener.socket_.get();
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (address.is_v6()) {
    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
  }
  if (bind(fd, address.data(), address.size()) != 0 || listen(fd, backlog) != 0) {
    fail(errno, uri);
  }
  const SocketAddress bound = SocketAddress::local_of(fd);
  listener.port_ = bound.port();
  listener.local_uri_ = uri_of(bound, kind);
  listener.reserve_ = open_reserve();
  return listener;
}

StreamListener::~StreamListener() {
  struct stat found {};
  // A listener that was moved from has no socket.
  if (socket_ && !path_.empty() && lstat(path_.c_str(), &found) == 0 && found.st_dev == device_ &&
      found.st_ino == inode_) {
    unlink(path_.c_str());
  }
}

std::optional<AcceptedStream> StreamListener::accept() {
  FileDescriptor socket(accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (!socket) {
    if (errno == EMFILE || errno == ENFILE) {
      refuse_one();
    }
    return std::nullopt;
  }
  const int fd = socket.get();
  if (!path_.empty()) {
    const auto peer = unix_peer_of(fd);
    auto info = accepted_face("fd://" + std::to_string(fd), local_uri_, true, source_of_user(peer ? peer->user : 0));
    info.peer = peer;
    return AcceptedStream{std::move(socket), std::move(info)};
  }
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
  const SocketAddress remote = SocketAddress::remote_of(fd);
  const SocketAddress local = SocketAddress::local_of(fd);
  if (kind_ == StreamKind::websocket) {
    auto info = accepted_face("wsclient://" + remote.authority(), uri_of(local, kind_),
                              remote.is_loopback() && local.is_loopback(), source_of(remote));
    return AcceptedStream{std::move(socket), std::move(info), false, kind_};
  }
  auto info = accepted_face(remote.uri("tcp"), local.uri("tcp"), remote.is_loopback(), source_of(remote));
  return AcceptedStream{std::move(socket), std::move(info), true, kind_};
}

void StreamListener::refuse_one() {
  // Left waiting, the connection would make the descriptor readable for ever.
  reserve_.reset();
  FileDescriptor refused(accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (refused) {
    ++refused_;
  }
  refused.reset();
  reserve_ = open_reserve();
}

}  // namespace augustus::face
