// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

namespace augustus::bench {

/// What one recvmmsg brings of a UDP socket, to be sent on as it came: where the kernel has joined datagrams
/// of one length (UDP_GRO), it is asked to cut the message again (UDP_SEGMENT).
class SegmentedBatch {
 public:
  static void join_on(int socket) {
    const int on = 1;
    setsockopt(socket, SOL_UDP, UDP_GRO, &on, sizeof on);
  }

  /// Receives without waiting; whether anything came. `from` takes the first message's sender.
  bool receive(int socket, sockaddr_in* from = nullptr) {
    for (unsigned i = 0; i < messages_max; ++i) {
      pieces_[i] = {buffers_[i].data(), buffers_[i].size()};
      messages_[i].msg_hdr = {};
      messages_[i].msg_hdr.msg_iov = &pieces_[i];
      messages_[i].msg_hdr.msg_iovlen = 1;
      messages_[i].msg_hdr.msg_control = controls_[i].bytes;
      messages_[i].msg_hdr.msg_controllen = sizeof controls_[i].bytes;
    }
    messages_[0].msg_hdr.msg_name = from;
    messages_[0].msg_hdr.msg_namelen = from == nullptr ? 0 : sizeof *from;
    const int received = recvmmsg(socket, messages_.data(), messages_max, MSG_DONTWAIT, nullptr);
    size_ = received > 0 ? static_cast<unsigned>(received) : 0;
    return size_ > 0;
  }

  /// Sends all to the socket's peer, or to `to`; what the system refuses is lost, as on a wire.
  void send(int socket, sockaddr_in* to = nullptr) {
    for (unsigned i = 0; i < size_; ++i) {
      msghdr& message = messages_[i].msg_hdr;
      pieces_[i].iov_len = messages_[i].msg_len;
      const std::uint16_t segment = joined_length(message);
      message.msg_name = to;
      message.msg_namelen = to == nullptr ? 0 : sizeof *to;
      message.msg_control = segment == 0 ? nullptr : controls_[i].bytes;
      message.msg_controllen = segment == 0 ? 0 : CMSG_SPACE(sizeof segment);
      if (segment != 0) {
        cmsghdr* item = CMSG_FIRSTHDR(&message);
        *item = {.cmsg_len = CMSG_LEN(sizeof segment), .cmsg_level = SOL_UDP, .cmsg_type = UDP_SEGMENT};
        std::memcpy(CMSG_DATA(item), &segment, sizeof segment);
      }
    }
    for (unsigned sent = 0; sent < size_;) {
      const int count = sendmmsg(socket, messages_.data() + sent, size_ - sent, 0);
      sent += count > 0 ? static_cast<unsigned>(count) : 1;
    }
    size_ = 0;
  }

 private:
  static constexpr unsigned messages_max = 64;

  /// The length of the datagrams in a message; 0: it is one.
  static std::uint16_t joined_length(msghdr& message) {
    cmsghdr* item = message.msg_controllen == 0 ? nullptr : CMSG_FIRSTHDR(&message);
    int bytes = 0;
    if (item != nullptr && item->cmsg_level == SOL_UDP && item->cmsg_type == UDP_GRO)
      std::memcpy(&bytes, CMSG_DATA(item), sizeof bytes);
    return static_cast<std::uint16_t>(bytes);
  }

  struct Control {
    alignas(cmsghdr) std::uint8_t bytes[64];
  };
  using Buffer = std::array<std::uint8_t, 65536>;
  std::unique_ptr<Buffer[]> buffers_ = std::make_unique_for_overwrite<Buffer[]>(messages_max);
  std::array<Control, messages_max> controls_;
  std::array<iovec, messages_max> pieces_;
  std::array<mmsghdr, messages_max> messages_;
  unsigned size_ = 0;
};

}  // namespace augustus::bench
