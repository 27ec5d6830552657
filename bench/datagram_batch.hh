// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <system_error>

namespace augustus::bench {

inline constexpr unsigned batch_max = 64;
inline constexpr unsigned datagram_bytes_max = 2048;

/// Up to batch_max datagrams with their buffers, received or sent by one system call.
class DatagramBatch {
 public:
  DatagramBatch() {
    for (unsigned i = 0; i < batch_max; ++i) {
      vectors_[i] = {buffers_[i].data(), datagram_bytes_max};
      messages_[i].msg_hdr.msg_iov = &vectors_[i];
      messages_[i].msg_hdr.msg_iovlen = 1;
    }
  }
  DatagramBatch(const DatagramBatch&) = delete;
  DatagramBatch& operator=(const DatagramBatch&) = delete;

  unsigned size() const { return size_; }
  bool full() const { return size_ == batch_max; }
  std::span<const std::uint8_t> operator[](unsigned i) const {
    return {buffers_[i].data(), vectors_[i].iov_len};
  }

  /// The next datagram's buffer to fill; commit() adds it.
  std::uint8_t* next() { return buffers_[size_].data(); }
  void commit(std::size_t bytes) { vectors_[size_++].iov_len = bytes; }

  /// Receives what is there without waiting; the number of datagrams. `from` takes the first one's sender.
  unsigned receive(int socket, sockaddr_in* from = nullptr) {
    for (auto& vector : vectors_) vector.iov_len = datagram_bytes_max;
    messages_[0].msg_hdr.msg_name = from;
    messages_[0].msg_hdr.msg_namelen = from == nullptr ? 0 : sizeof(*from);
    const int received = recvmmsg(socket, messages_.data(), batch_max, MSG_DONTWAIT, nullptr);
    messages_[0].msg_hdr.msg_name = nullptr;
    messages_[0].msg_hdr.msg_namelen = 0;
    size_ = received > 0 ? static_cast<unsigned>(received) : 0;
    for (unsigned i = 0; i < size_; ++i) vectors_[i].iov_len = messages_[i].msg_len;
    return size_;
  }

  /// Sends all to the socket's peer, or to `to`, and empties the batch; what the system refuses is lost, as
  /// on a wire.
  void send(int socket, sockaddr_in* to = nullptr) {
    for (unsigned i = 0; i < size_; ++i) {
      messages_[i].msg_hdr.msg_name = to;
      messages_[i].msg_hdr.msg_namelen = to == nullptr ? 0 : sizeof(*to);
    }
    for (unsigned sent = 0; sent < size_;) {
      const int count = sendmmsg(socket, messages_.data() + sent, size_ - sent, 0);
      sent += count > 0 ? static_cast<unsigned>(count) : 1;
    }
    for (unsigned i = 0; i < size_; ++i) messages_[i].msg_hdr = header(i);
    size_ = 0;
  }

 private:
  msghdr header(unsigned i) {
    msghdr plain{};
    plain.msg_iov = &vectors_[i];
    plain.msg_iovlen = 1;
    return plain;
  }

  std::array<std::array<std::uint8_t, datagram_bytes_max>, batch_max> buffers_;
  std::array<iovec, batch_max> vectors_{};
  std::array<mmsghdr, batch_max> messages_{};
  unsigned size_ = 0;
};

inline sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

/// A UDP socket on 127.0.0.1, bound to `local_port` (0: any) and connected to `peer_port` unless that is 0.
inline int open_socket(std::uint16_t local_port, std::uint16_t peer_port) {
  const auto check = [](int result, const char* what) {
    if (result < 0) throw std::system_error(errno, std::generic_category(), what);
    return result;
  };
  const int socket = check(::socket(AF_INET, SOCK_DGRAM, 0), "socket");
  const int bytes = 4 << 20;
  check(setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes), "SO_RCVBUF");
  const auto local = loopback(local_port);
  check(bind(socket, reinterpret_cast<const sockaddr*>(&local), sizeof local), "bind");
  if (peer_port != 0) {
    const auto peer = loopback(peer_port);
    check(connect(socket, reinterpret_cast<const sockaddr*>(&peer), sizeof peer), "connect");
  }
  return socket;
}

}  // namespace augustus::bench
