// SPDX-License-Identifier: Apache-2.0
#include "face/udp_multicast.hh"

#include <ifaddrs.h>
#include <net/if.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "face/face_source.hh"
#include "face/ingress_batch.hh"
#include "face/udp_socket.hh"

namespace augustus::face {
namespace {

constexpr std::size_t udp_bytes_max = 65507;

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void set_option(int fd, int level, int name, const void* value, socklen_t size, const std::string& what) {
  if (setsockopt(fd, level, name, value, size) != 0) {
    fail(what);
  }
}

/// The interface's address of the family; IPv6: a link-local one.
SocketAddress address_of(const std::string& interface, int family) {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) {
    fail(interface);
  }
  SocketAddress found;
  for (const ifaddrs* item = all; item != nullptr; item = item->ifa_next) {
    if (item->ifa_addr == nullptr || item->ifa_addr->sa_family != family || interface != item->ifa_name) {
      continue;
    }
    found = family == AF_INET ? SocketAddress(*reinterpret_cast<const sockaddr_in*>(item->ifa_addr))
                              : SocketAddress(*reinterpret_cast<const sockaddr_in6*>(item->ifa_addr));
    if (family == AF_INET || found.is_link_local()) {
      break;
    }
  }
  freeifaddrs(all);
  if (found.family() != family) {
    errno = EADDRNOTAVAIL;
    fail(interface);
  }
  return found;
}

SocketAddress on_link(const SocketAddress& group, unsigned link) {
  if (!group.is_v6()) {
    return group;
  }
  sockaddr_in6 scoped = *reinterpret_cast<const sockaddr_in6*>(group.data());
  scoped.sin6_scope_id = link;
  return SocketAddress(scoped);
}

void join(int fd, const SocketAddress& group, unsigned link, const SocketAddress& own, bool loopback,
          const std::string& what) {
  const int loop = loopback ? 1 : 0;
  const int index = static_cast<int>(link);
  if (group.is_v6()) {
    ipv6_mreq membership{};
    membership.ipv6mr_multiaddr = reinterpret_cast<const sockaddr_in6*>(group.data())->sin6_addr;
    membership.ipv6mr_interface = link;
    set_option(fd, IPPROTO_IPV6, IPV6_JOIN_GROUP, &membership, sizeof(membership), what);
    set_option(fd, IPPROTO_IPV6, IPV6_MULTICAST_IF, &index, sizeof(index), what);
    set_option(fd, IPPROTO_IPV6, IPV6_MULTICAST_LOOP, &loop, sizeof(loop), what);
  } else {
    ip_mreqn membership{};
    membership.imr_multiaddr = reinterpret_cast<const sockaddr_in*>(group.data())->sin_addr;
    membership.imr_ifindex = index;
    // Left to itself the system may send from another interface's address, on loopback for one.
    membership.imr_address = reinterpret_cast<const sockaddr_in*>(own.data())->sin_addr;
    set_option(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof(membership), what);
    set_option(fd, IPPROTO_IP, IP_MULTICAST_IF, &membership, sizeof(membership), what);
    set_option(fd, IPPROTO_IP, IP_MULTICAST_LOOP, &loop, sizeof(loop), what);
  }
}

FileDescriptor open_group(const SocketAddress& group, const std::string& interface, unsigned link,
                          const SocketAddress& own, bool loopback) {
  FileDescriptor socket = open_udp(group.family());
  const int fd = socket.get();
  const int on = 1;
  set_option(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on), interface);
  // Otherwise it would hear what other sockets joined on other interfaces.
  set_option(fd, SOL_SOCKET, SO_BINDTODEVICE, interface.c_str(), static_cast<socklen_t>(interface.size() + 1),
             interface);
  bind_udp(socket, group);
  join(fd, group, link, own, loopback, interface);
  return socket;
}

unsigned link_of(const std::string& interface) {
  const unsigned link = if_nametoindex(interface.c_str());
  if (link == 0) {
    fail(interface);
  }
  return link;
}

/// An address and port tell senders apart, well enough: a clash costs a reassembly. Ports of one address are one
/// holder.
LinkSender link_sender_of(const SocketAddress& sender) {
  const auto words = sender.words();
  std::uint64_t mixed = 0;
  for (const auto word : words) {
    mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ull;
    mixed ^= mixed >> 29;
  }
  return {.endpoint = mixed, .source = source_of(sender)};
}

}  // namespace

UdpMulticast::UdpMulticast(const SocketAddress& group, const std::string& interface,
                           const UdpMulticastOptions& options, std::uint8_t owner, FaceTable& faces,
                           PacketPool& pool)
    : group_(on_link(group, link_of(interface))),
      own_(address_of(interface, group.family()).with_port(group.port())),
      hears_itself_(options.loopback),
      socket_(open_group(group_, interface, link_of(interface), own_, options.loopback)),
      receiver_(pool, counters_),
      queue_(queue_packets),
      buffers_(options.buffers, pool, faces),
      context_{.faces = faces, .pool = pool, .queue = queue_, .buffers = *buffers_, .mtu = udp_bytes_max},
      epoch_(faces.epoch()) {
  FaceInfo info;
  info.remote_uri = group_.uri("udp");
  info.local_uri = own_.uri("udp");
  info.link_type = forward::LinkType::multi_access;
  info.persistency = Persistency::permanent;
  info.flags = options.flags;
  face_ = faces.add(std::move(info), owner);
  link_ = std::make_unique<LinkService>(context_, face_);
  closed_ = face_ == face_id_none;
}

UdpMulticast::~UdpMulticast() {
  close_face(face_);
}

unsigned UdpMulticast::receive(Ingress& ingress, TimeNs now) {
  std::array<DatagramReceiver::Datagram, DatagramReceiver::burst> datagrams;
  unsigned kept = 0;
  const unsigned taken = receiver_.receive(socket_.get(), datagrams, kept);
  IngressBatch batch(ingress);
  for (unsigned i = 0; i < kept; ++i) {
    // The loopback interface brings back what is sent whatever the socket asks for; so may a bridge.
    const bool echo = !hears_itself_ && *datagrams[i].sender == own_;
    if (closed_ || echo) {
      rte_pktmbuf_free(datagrams[i].packet);
    } else {
      batch.receive(*link_, datagrams[i].packet, link_sender_of(*datagrams[i].sender), now);
    }
  }
  receiver_.done(taken);
  return taken;
}

void UdpMulticast::send(const forward::Outgoing& outgoing, TimeNs now) {
  if (closed_ || outgoing.face != face_) {
    counters_.face_gone.add();
    rte_pktmbuf_free(outgoing.packet);
    return;
  }
  link_->send(outgoing, now);
  if (queue_.size() >= packets_per_send) {
    flush(now);
  }
}

void UdpMulticast::writable(TimeNs now) {
  blocked_ = false;
  flush(now);
}

void UdpMulticast::flush(TimeNs) {
  while (!blocked_ && !queue_.empty() && send_some()) {
  }
}

bool UdpMulticast::send_some() {
  std::array<mmsghdr, packets_per_send> messages;
  std::array<iovec, packets_per_send * gather_max> pieces;
  const unsigned count = std::min<unsigned>(queue_.size(), packets_per_send);
  unsigned used = 0;
  for (unsigned i = 0; i < count; ++i) {
    msghdr& message = messages[i].msg_hdr;
    message = msghdr{};
    message.msg_name = group_.data();
    message.msg_namelen = group_.size();
    message.msg_iov = &pieces[used];
    message.msg_iovlen = gather(queue_.at(i), 0, &pieces[used]);
    used += static_cast<unsigned>(message.msg_iovlen);
  }
  const int sent = sendmmsg(socket_.get(), messages.data(), count, MSG_DONTWAIT | MSG_NOSIGNAL);
  for (int i = 0; i < sent; ++i) {
    queue_.pop();
  }
  if (sent >= 0 || errno == EINTR) {
    return true;
  }
  if (errno == EAGAIN || errno == EWOULDBLOCK) {
    blocked_ = true;
    return false;
  }
  (errno == ENOBUFS ? link_->counters().out_queue_full : link_->counters().out_errors).add();
  queue_.pop();
  return true;
}

TimeNs UdpMulticast::tick(TimeNs now) {
  if (closed_) {
    return time_never;
  }
  if (const std::uint32_t epoch = context_.faces.epoch(); epoch != epoch_) {
    epoch_ = epoch;
    link_->refresh();
  }
  const TimeNs next = std::min(link_->tick(now), buffers_->reassembler.expire(now));
  flush(now);
  return next;
}

void UdpMulticast::close_face(FaceId face) {
  if (!closed_ && face == face_) {
    closed_ = true;
    queue_.clear();
    context_.faces.remove(face_);
  }
}

}  // namespace augustus::face
