// SPDX-License-Identifier: Apache-2.0
#include <linux/sockios.h>
#include <netinet/ip.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "face/udp_channel.hh"

namespace augustus::face {
namespace {

constexpr TimeNs kernel_queue_interval = nanoseconds_per_millisecond;

/// Control data that names the address to send from.
struct SourceControl {
  alignas(cmsghdr) std::array<std::uint8_t, CMSG_SPACE(sizeof(in6_pktinfo))> bytes;

  void write(const SocketAddress& source, msghdr& message) {
    bytes = {};
    message.msg_control = bytes.data();
    message.msg_controllen = bytes.size();
    cmsghdr* item = CMSG_FIRSTHDR(&message);
    if (source.is_v6()) {
      in6_pktinfo info{};
      info.ipi6_addr = reinterpret_cast<const sockaddr_in6*>(source.data())->sin6_addr;
      item->cmsg_level = IPPROTO_IPV6;
      item->cmsg_type = IPV6_PKTINFO;
      item->cmsg_len = CMSG_LEN(sizeof(info));
      std::memcpy(CMSG_DATA(item), &info, sizeof(info));
      message.msg_controllen = CMSG_SPACE(sizeof(info));
    } else {
      in_pktinfo info{};
      info.ipi_spec_dst = reinterpret_cast<const sockaddr_in*>(source.data())->sin_addr;
      item->cmsg_level = IPPROTO_IP;
      item->cmsg_type = IP_PKTINFO;
      item->cmsg_len = CMSG_LEN(sizeof(info));
      std::memcpy(CMSG_DATA(item), &info, sizeof(info));
      message.msg_controllen = CMSG_SPACE(sizeof(info));
    }
  }
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

bool UdpChannel::send_some() {
  std::array<mmsghdr, packets_per_send> messages;
  std::array<iovec, packets_per_send * gather_max> pieces;
  std::array<SourceControl, packets_per_send> controls;
  drop_gone();
  const unsigned waiting = std::min<unsigned>(queue_.size(), packets_per_send);
  unsigned count = 0;
  unsigned used = 0;
  for (; count < waiting; ++count) {
    const LinkPacket& packet = queue_.at(count);
    UdpFace* face = find(packet.face);
    if (face == nullptr) {
      break;
    }
    msghdr& message = messages[count].msg_hdr;
    message = msghdr{};
    message.msg_name = face->remote.data();
    message.msg_namelen = face->remote.size();
    message.msg_iov = &pieces[used];
    message.msg_iovlen = gather(packet, 0, &pieces[used]);
    used += static_cast<unsigned>(message.msg_iovlen);
    if (face->has_source) {
      controls[count].write(face->source, message);
    }
  }
  if (count == 0) {
    return !queue_.empty();
  }
  const int sent = sendmmsg(socket_.get(), messages.data(), count, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0) {
    refused(errno);
    return !blocked_;
  }
  for (int i = 0; i < sent; ++i) {
    queue_.pop();
  }
  return true;
}

void UdpChannel::drop_gone() {
  while (!queue_.empty() && find(queue_.at(0).face) == nullptr) {
    counters_.face_gone.add();
    queue_.pop();
  }
}

void UdpChannel::refused(int error) {
  if (error == EAGAIN || error == EWOULDBLOCK) {
    blocked_ = true;
    return;
  }
  if (error == EINTR) {
    return;
  }
  UdpFace& face = *find(queue_.at(0).face);
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
