// SPDX-License-Identifier: Apache-2.0
#include "main/client/socket.hh"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>

#include "main/client/packet_frame.hh"
#include "main/errors.hh"

namespace augustus::client {
namespace {

constexpr std::size_t input_bytes = 256u << 10;
constexpr int receive_buffer_bytes = 4 << 20;
constexpr int datagrams_a_burst = 64;

[[noreturn]] void fail_to_reach(const Endpoint& endpoint, const std::string& reason) {
  throw std::runtime_error(
      fmt::format("no router at {}: {} (start one with 'augustus run', or set "
                  "NDN_CLIENT_TRANSPORT or --router to where it listens)",
                  endpoint.uri(), reason));
}

int connect_unix(const Endpoint& endpoint) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (endpoint.address.size() >= sizeof(address.sun_path)) {
    fail_to_reach(endpoint, "the path is too long for a socket");
  }
  std::memcpy(address.sun_path, endpoint.address.data(), endpoint.address.size());
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0 || ::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
    const int error = errno;
    ::close(descriptor);
    fail_to_reach(endpoint, std::strerror(error));
  }
  return descriptor;
}

/// False: the port cannot be had.
bool bind_port(int descriptor, int family, std::uint16_t port) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(port);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  const bool is_v6 = family == AF_INET6;
  return ::bind(descriptor, is_v6 ? reinterpret_cast<sockaddr*>(&v6) : reinterpret_cast<sockaddr*>(&v4),
                is_v6 ? sizeof(v6) : sizeof(v4)) == 0;
}

int connect_inet(const Endpoint& endpoint, std::uint16_t local_port) {
  addrinfo hints{};
  hints.ai_family = endpoint.family;
  hints.ai_socktype = endpoint.scheme == Endpoint::Scheme::tcp ? SOCK_STREAM : SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(endpoint.address.c_str(), endpoint.port.c_str(), &hints, &found);
      error != 0) {
    fail_to_reach(endpoint, ::gai_strerror(error));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  int error = 0;
  for (const addrinfo* candidate = found; candidate != nullptr; candidate = candidate->ai_next) {
    const int descriptor = ::socket(candidate->ai_family, candidate->ai_socktype | SOCK_CLOEXEC, 0);
    if (descriptor >= 0 && (local_port == 0 || bind_port(descriptor, candidate->ai_family, local_port)) &&
        ::connect(descriptor, candidate->ai_addr, candidate->ai_addrlen) == 0) {
      ::setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof(receive_buffer_bytes));
      return descriptor;
    }
    error = errno;
    if (descriptor >= 0) {
      ::close(descriptor);
    }
  }
  fail_to_reach(endpoint, std::strerror(error));
}

[[noreturn]] void fail_connection(int error) {
  throw std::runtime_error(error == ECONNREFUSED
                               ? std::string("no router listens at that address")
                               : fmt::format("connection to the router lost: {}",
                                             error == 0 ? "it was closed" : std::strerror(error)));
}

}  // namespace

int connect_to(const Endpoint& endpoint, std::uint16_t local_port) {
  return endpoint.scheme == Endpoint::Scheme::unix_stream ? connect_unix(endpoint)
                                                          : connect_inet(endpoint, local_port);
}

Socket::Socket(const Endpoint& endpoint)
    : Socket(connect_to(endpoint), endpoint.scheme != Endpoint::Scheme::udp) {}

Socket::Socket(int descriptor, bool is_stream)
    : descriptor_(descriptor), is_stream_(is_stream), input_(input_bytes) {
  ::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) | O_NONBLOCK);
}

Socket::Socket(Socket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      is_stream_(other.is_stream_),
      queued_bytes_(other.queued_bytes_),
      output_(std::move(other.output_)),
      datagrams_(std::move(other.datagrams_)),
      input_(std::move(other.input_)),
      input_used_(other.input_used_) {}

Socket::~Socket() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

void Socket::send(std::span<const std::uint8_t> head, std::span<const std::uint8_t> body) {
  queued_bytes_ += head.size() + body.size();
  std::vector<std::uint8_t>& target = is_stream_ ? output_ : datagrams_.emplace_back();
  target.insert(target.end(), head.begin(), head.end());
  target.insert(target.end(), body.begin(), body.end());
}

void Socket::flush() {
  is_stream_ ? flush_stream() : flush_datagrams();
}

void Socket::flush_stream() {
  std::size_t written = 0;
  while (written < output_.size()) {
    const ssize_t result =
        ::send(descriptor_, output_.data() + written, output_.size() - written, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (result < 0 && errno == EINTR) {
      continue;
    }
    if (result < 0 && errno != EAGAIN) {
      fail_connection(errno);
    }
    if (result < 0) {
      break;
    }
    written += static_cast<std::size_t>(result);
  }
  output_.erase(output_.begin(), output_.begin() + static_cast<std::ptrdiff_t>(written));
  queued_bytes_ = output_.size();
}

void Socket::flush_datagrams() {
  while (!datagrams_.empty()) {
    const std::vector<std::uint8_t>& datagram = datagrams_.front();
    const ssize_t result = ::send(descriptor_, datagram.data(), datagram.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (result < 0 && (errno == EAGAIN || errno == ENOBUFS)) {
      return;
    }
    if (result < 0 && errno != EINTR && errno != EMSGSIZE) {
      fail_connection(errno);
    }
    queued_bytes_ -= datagram.size();
    datagrams_.pop_front();
  }
}

bool Socket::receive(const Visitor& visit) {
  return is_stream_ ? receive_stream(visit) : receive_datagrams(visit);
}

bool Socket::receive_stream(const Visitor& visit) {
  const ssize_t result =
      ::recv(descriptor_, input_.data() + input_used_, input_.size() - input_used_, MSG_DONTWAIT);
  if (result < 0 && (errno == EAGAIN || errno == EINTR)) {
    return false;
  }
  if (result <= 0) {
    fail_connection(result == 0 ? 0 : errno);
  }
  const bool filled = static_cast<std::size_t>(result) == input_.size() - input_used_;
  input_used_ += static_cast<std::size_t>(result);
  std::size_t start = 0;
  while (true) {
    const std::span<const std::uint8_t> rest(input_.data() + start, input_used_ - start);
    const PacketFrame frame = frame_packet(rest);
    if (frame.status == PacketFrame::Status::malformed) {
      throw std::runtime_error("what listens there does not speak NDN");
    }
    if (frame.status == PacketFrame::Status::incomplete) {
      break;
    }
    visit(rest.first(frame.bytes));
    start += frame.bytes;
  }
  std::memmove(input_.data(), input_.data() + start, input_used_ - start);
  input_used_ -= start;
  return filled;
}

bool Socket::receive_datagrams(const Visitor& visit) {
  for (int count = 0; count < datagrams_a_burst; ++count) {
    const ssize_t result = ::recv(descriptor_, input_.data(), input_.size(), MSG_DONTWAIT);
    if (result < 0 && (errno == EAGAIN || errno == EINTR)) {
      return false;
    }
    if (result < 0) {
      fail_connection(errno);
    }
    visit(std::span<const std::uint8_t>(input_.data(), static_cast<std::size_t>(result)));
  }
  return true;
}

}  // namespace augustus::client
