// SPDX-License-Identifier: Apache-2.0
#include <linux/sockios.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "face/udp_channel.hh"

namespace augustus::face {
namespace {


/// Datagrams of one system call's message at most, and their bytes (UDP_MAX_SEGMENTS of kernels that have
/// UDP_SEGMENT; the length of an IP packet).
constexpr unsigned segments_max = 64;
constexpr std::size_t segments_bytes_max = 65000;

/// Control data of a message: the address to send from, the length of its datagrams.
class SendControl {
 public:
  void add_source(const SocketAddress& source, msghdr& message) {
    if (source.is_v6()) {
      in6_pktinfo info{};
      info.ipi6_addr = reinterpret_cast<const sockaddr_in6*>(source.data())->sin6_addr;
      add(IPPROTO_IPV6, IPV6_PKTINFO, info, message);
    } else {
      in_pktinfo info{};
      info.ipi_spec_dst = reinterpret_cast<const sockaddr_in*>(source.data())->sin_addr;
      add(IPPROTO_IP, IP_PKTINFO, info, message);
    }
  }

  void add_segment_length(std::uint16_t bytes, msghdr& message) { add(SOL_UDP, UDP_SEGMENT, bytes, message); }

 private:
  template <typename Value>
  void add(int level, int type, const Value& value, msghdr& message) {
    const cmsghdr item{.cmsg_len = CMSG_LEN(sizeof(value)), .cmsg_level = level, .cmsg_type = type};
    std::uint8_t* to = bytes_.data() + message.msg_controllen;
    std::memset(to, 0, CMSG_SPACE(sizeof(value)));
    std::memcpy(to, &item, sizeof(item));
    std::memcpy(to + CMSG_LEN(0), &value, sizeof(value));
    message.msg_control = bytes_.data();
    message.msg_controllen += CMSG_SPACE(sizeof(value));
  }

  alignas(cmsghdr) std::array<std::uint8_t, CMSG_SPACE(sizeof(in6_pktinfo)) + CMSG_SPACE(2)> bytes_;
};

/// The path to the peer is gone, for now at least; other errors are about the one datagram.
bool means_unreachable(int error) {
  return error == ENETUNREACH || error == EHOSTUNREACH || error == ECONNREFUSED || error == ENETDOWN ||
         error == EADDRNOTAVAIL;
}

}  // namespace

void UdpChannel::send(const forward::Outgoing& outgoing, TimeNs now) {
  UdpFace* face = find(outgoing.face);
  if (face == nullptr) {
    counters_.face_gone.add();
    rte_pktmbuf_free(outgoing.packet);
    return;
  }
  face->link.send(outgoing, now);
  if (queue_.size() >= packets_per_send && !blocked_) {
    flush(now);
  }
}

void UdpChannel::writable(TimeNs now) {
  blocked_ = false;
  flush(now);
}

void UdpChannel::flush(TimeNs now) {
  if (blocked_ || queue_.empty()) {
    return;
  }
  while (!queue_.empty() && send_some()) {
  }
  look_at_kernel_queue(now);
}

/// How many packets from the `at`-th on, of one Face and one length, may go as one message.
unsigned UdpChannel::run_length(unsigned at, const UdpFace& face) {
  const LinkPacket& first = queue_.at(at);
  const std::size_t bytes = first.bytes();
  if (bytes == 0 || bytes > face.segment_bytes_max) {
    return 1;
  }
  const auto longest = static_cast<unsigned>(std::min<std::size_t>(segments_max, segments_bytes_max / bytes));
  const unsigned end = std::min(std::min<unsigned>(queue_.size(), packets_per_send), at + longest);
  unsigned next = at + 1;
  while (next < end && queue_.at(next).face == first.face && queue_.at(next).bytes() == bytes) {
    ++next;
  }
  return next - at;
}

bool UdpChannel::send_some() {
  std::array<mmsghdr, packets_per_send> messages;
  std::array<unsigned, packets_per_send> runs;
  std::array<iovec, packets_per_send * gather_max> pieces;
  std::array<SendControl, packets_per_send> controls;
  drop_gone();
  const unsigned waiting = std::min<unsigned>(queue_.size(), packets_per_send);
  unsigned count = 0;
  unsigned used = 0;
  for (unsigned taken = 0; taken < waiting; taken += runs[count++]) {
    const LinkPacket& packet = queue_.at(taken);
    UdpFace* face = find(packet.face);
    if (face == nullptr) {
      break;
    }
    msghdr& message = messages[count].msg_hdr;
    message = msghdr{};
    message.msg_name = face->remote.data();
    message.msg_namelen = face->remote.size();
    message.msg_iov = &pieces[used];
    runs[count] = run_length(taken, *face);
    for (unsigned i = 0; i < runs[count]; ++i) {
      used += gather(queue_.at(taken + i), 0, &pieces[used]);
    }
    message.msg_iovlen = static_cast<std::size_t>(&pieces[used] - message.msg_iov);
    if (face->has_source) {
      controls[count].add_source(face->source, message);
    }
    if (runs[count] > 1) {
      controls[count].add_segment_length(static_cast<std::uint16_t>(packet.bytes()), message);
    }
  }
  if (count == 0) {
    return !queue_.empty();
  }
  const int sent = sendmmsg(socket_.get(), messages.data(), count, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0) {
    refused(errno, runs[0]);
    return !blocked_;
  }
  for (int i = 0; i < sent; ++i) {
    for (unsigned packet = 0; packet < runs[static_cast<unsigned>(i)]; ++packet) {
      queue_.pop();
    }
  }
  return true;
}

void UdpChannel::drop_gone() {
  while (!queue_.empty() && find(queue_.at(0).face) == nullptr) {
    counters_.face_gone.add();
    queue_.pop();
  }
}

void UdpChannel::refused(int error, unsigned run) {
  if (error == EAGAIN || error == EWOULDBLOCK) {
    blocked_ = true;
    return;
  }
  if (error == EINTR) {
    return;
  }
  UdpFace& face = *find(queue_.at(0).face);
  if (run > 1 && error != ENOBUFS && !means_unreachable(error)) {
    // Too long for the interface, or one that cannot segment: from now on each by itself.
    face.segment_bytes_max = queue_.at(0).bytes() - 1;
    return;
  }
  queue_.pop();
  (error == ENOBUFS ? face.link.counters().out_queue_full : face.link.counters().out_errors).add();
  if (means_unreachable(error) && face.persistency != Persistency::permanent) {
    counters_.faces_failed.add();
    close(face);
  }
}

void UdpChannel::look_at_kernel_queue(TimeNs now) {
  if (now - kernel_queue_seen_ < kernel_queue_interval) {
    return;
  }
  kernel_queue_seen_ = now;
  int bytes = 0;
  context_.kernel_bytes = ioctl(socket_.get(), SIOCOUTQ, &bytes) == 0 ? static_cast<std::size_t>(bytes) : 0;
}

}  // namespace augustus::face
