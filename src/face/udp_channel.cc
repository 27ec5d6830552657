// SPDX-License-Identifier: Apache-2.0
#include "face/udp_channel.hh"

#include <linux/sockios.h>
#include <netinet/ip.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "face/face_source.hh"
#include "face/ingress_batch.hh"
#include "face/udp_socket.hh"

namespace augustus::face {
namespace {

constexpr std::size_t udp_v4_bytes_max = 65507;
constexpr std::size_t udp_v6_bytes_max = 65527;
constexpr TimeNs scan_interval = nanoseconds_per_second;
constexpr std::size_t faces_per_scan = 2048;
constexpr TimeNs crowded_idle_timeout = 60 * nanoseconds_per_second;

/// Asks for the local address each datagram was sent to.
void ask_for_packet_info(int fd, bool v6) {
  const int on = 1;
  if (v6) {
    setsockopt(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof(on));
  } else {
    setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &on, sizeof(on));
  }
}

}  // namespace

UdpChannel::UdpChannel(const SocketAddress& local, const UdpChannelOptions& options, std::uint8_t owner,
                       FaceTable& faces, PacketPool& pool)
    : faces_(faces),
      options_(options),
      owner_(owner),
      socket_(open_udp(local.family())),
      receiver_(pool, counters_),
      queue_(queue_packets),
      buffers_(options.buffers, pool, faces),
      context_{.faces = faces,
               .pool = pool,
               .queue = queue_,
               .buffers = *buffers_,
               .mtu = local.is_v6() ? udp_v6_bytes_max : udp_v4_bytes_max},
      index_(faces.capacity()),
      by_slot_(faces.attributes().capacity(), nullptr),
      epoch_(faces.epoch()) {
  bind_udp(socket_, local);
  local_ = SocketAddress::local_of(socket_.get());
  local_uri_ = local_.uri("udp");
  if (local_.is_unspecified()) {
    ask_for_packet_info(socket_.get(), local_.is_v6());
  }
  if (options_.on_demand_max == 0) {
    options_.on_demand_max = faces.capacity();
  }
}

UdpChannel::~UdpChannel() {
  for (const auto& face : list_) {
    faces_.remove(face->link.face());
  }
}

UdpFace* UdpChannel::find(FaceId id) const {
  UdpFace* face = by_slot_[id & (by_slot_.size() - 1)];
  return face != nullptr && face->link.face() == id ? face : nullptr;
}

FaceId UdpChannel::add_face(const SocketAddress& remote, FaceInfo info, TimeNs now) {
  if (UdpFace* known = index_.find(remote)) {
    if (known->persistency == Persistency::on_demand) {
      const bool taken_over = faces_.update(known->link.face(), [&](FaceInfo& old) {
        old.persistency = info.persistency;
        old.idle_expiry.reset();
      });
      if (!taken_over) {
        return face_id_none;
      }
      --on_demand_;
      known->persistency = info.persistency;
    }
    return known->link.face();
  }
  const UdpFace* added = add(remote, std::move(info), now);
  return added != nullptr ? added->link.face() : face_id_none;
}

UdpFace* UdpChannel::add(const SocketAddress& remote, FaceInfo info, TimeNs now) {
  info.scope = forward::FaceScope::non_local;
  info.link_type = forward::LinkType::point_to_point;
  // What source_to() asks the system costs more than a datagram: a flood of strangers that get no Face must not.
  if (!faces_.admits(info)) {
    counters_.faces_full.add();
    return nullptr;
  }
  info.remote_uri = remote.uri("udp");
  info.local_uri = source_to(remote).uri("udp");
  const Persistency persistency = info.persistency;
  const FaceId id = faces_.add(std::move(info), owner_);
  if (id == face_id_none) {
    counters_.faces_full.add();
    return nullptr;
  }
  list_.push_back(std::make_unique<UdpFace>(context_, id, remote));
  UdpFace& face = *list_.back();
  face.persistency = persistency;
  face.position = static_cast<std::uint32_t>(list_.size() - 1);
  face.last_receive = now;
  index_.insert(face);
  by_slot_[id & (by_slot_.size() - 1)] = &face;
  on_demand_ += persistency == Persistency::on_demand ? 1 : 0;
  if (face.link.reliable()) {
    reliable_.push_back(&face);
  }
  counters_.faces_created.add();
  return &face;
}

UdpFace* UdpChannel::welcome(const DatagramReceiver::Datagram& datagram, TimeNs now) {
  if (!options_.on_demand || on_demand_ >= options_.on_demand_max) {
    counters_.faces_full.add();
    return nullptr;
  }
  FaceInfo info;
  info.source = source_of(*datagram.sender);
  info.persistency = Persistency::on_demand;
  info.flags = options_.on_demand_flags;
  info.idle_expiry = now + options_.idle_timeout;
  UdpFace* face = add(*datagram.sender, std::move(info), now);
  if (face != nullptr && local_.is_unspecified()) {
    note_source(*face, *datagram.message);
  }
  return face;
}

/// The peer expects answers from the address it sent to; where the system would choose another one for it,
/// the Face remembers.
void UdpChannel::note_source(UdpFace& face, const msghdr& message) {
  SocketAddress asked = local_;
  for (cmsghdr* item = CMSG_FIRSTHDR(&message); item != nullptr;
       item = CMSG_NXTHDR(const_cast<msghdr*>(&message), item)) {
    if (item->cmsg_level == IPPROTO_IP && item->cmsg_type == IP_PKTINFO) {
      in_pktinfo info;
      std::memcpy(&info, CMSG_DATA(item), sizeof(info));
      sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(local_.port()), .sin_addr = info.ipi_addr};
      asked = SocketAddress(address);
    } else if (item->cmsg_level == IPPROTO_IPV6 && item->cmsg_type == IPV6_PKTINFO) {
      in6_pktinfo info;
      std::memcpy(&info, CMSG_DATA(item), sizeof(info));
      sockaddr_in6 address{
          .sin6_family = AF_INET6, .sin6_port = htons(local_.port()), .sin6_addr = info.ipi6_addr};
      address.sin6_scope_id = face.remote.scope();
      asked = SocketAddress(address);
    }
  }
  const SocketAddress usual = source_to(face.remote);
  if (!asked.is_unspecified() && !asked.is_multicast() && asked.host() != usual.host()) {
    face.source = asked;
    face.has_source = true;
    const std::string uri = asked.uri("udp");
    faces_.update_own(face.link.face(), [&](FaceInfo& info) { info.local_uri = uri; });
  }
}

SocketAddress UdpChannel::source_to(const SocketAddress& remote) const {
  if (!local_.is_unspecified()) {
    return local_;
  }
  const FileDescriptor probe(::socket(remote.family(), SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!probe || connect(probe.get(), remote.data(), remote.size()) != 0) {
    return local_;
  }
  return SocketAddress::local_of(probe.get()).with_port(local_.port());
}

unsigned UdpChannel::receive(Ingress& ingress, TimeNs now) {
  std::array<DatagramReceiver::Datagram, DatagramReceiver::burst> datagrams;
  unsigned kept = 0;
  const unsigned taken = receiver_.receive(socket_.get(), datagrams, kept);
  IngressBatch batch(ingress);
  for (unsigned i = 0; i < kept; ++i) {
    UdpFace* face = index_.find(*datagrams[i].sender);
    if (face == nullptr) {
      face = welcome(datagrams[i], now);
      if (face == nullptr) {
        rte_pktmbuf_free(datagrams[i].packet);
        continue;
      }
      ingress.opened(face->link.face(), *this);
    }
    face->last_receive = now;
    batch.receive(face->link, datagrams[i].packet, {}, now);
  }
  receiver_.done(taken);
  return taken;
}

void UdpChannel::close_face(FaceId id) {
  if (UdpFace* face = find(id)) {
    close(*face);
  }
}

void UdpChannel::close(UdpFace& face) {
  const FaceId id = face.link.face();
  faces_.remove(id);
  index_.erase(face);
  by_slot_[id & (by_slot_.size() - 1)] = nullptr;
  on_demand_ -= face.persistency == Persistency::on_demand ? 1 : 0;
  std::erase(reliable_, &face);
  const std::uint32_t position = face.position;
  closed_.push_back(std::move(list_[position]));
  if (position + 1 != list_.size()) {
    list_[position] = std::move(list_.back());
    list_[position]->position = position;
  }
  list_.pop_back();
}

TimeNs UdpChannel::tick(TimeNs now) {
  closed_.clear();
  refresh();
  TimeNs next = std::min(tick_links(now), buffers_->reassembler.expire(now));
  if (now >= next_scan_) {
    scan_idle(now);
    next_scan_ = now + scan_interval;
  }
  if (on_demand_ != 0) {
    next = std::min(next, next_scan_);
  }
  if (!queue_.empty() && !blocked_) {
    flush(now);
  }
  return next;
}

TimeNs UdpChannel::tick_links(TimeNs now) {
  TimeNs next = time_never;
  for (UdpFace* face : reliable_) {
    next = std::min(next, face->link.tick(now));
  }
  return next;
}

void UdpChannel::refresh() {
  const std::uint32_t epoch = faces_.epoch();
  if (epoch == epoch_) {
    return;
  }
  epoch_ = epoch;
  reliable_.clear();
  // From the end: where one is closed, the last takes its place.
  for (std::size_t i = list_.size(); i-- > 0;) {
    UdpFace& face = *list_[i];
    const bool changed = face.link.refresh();
    const auto info = changed ? faces_.find(face.link.face()) : std::nullopt;
    if (info && info->gives_way) {
      close(face);
      continue;
    }
    if (info) {
      on_demand_ -= face.persistency == Persistency::on_demand ? 1 : 0;
      face.persistency = info->persistency;
      on_demand_ += face.persistency == Persistency::on_demand ? 1 : 0;
    }
    if (face.link.reliable()) {
      reliable_.push_back(&face);
    }
  }
}

void UdpChannel::scan_idle(TimeNs now) {
  const bool crowded = faces_.is_crowded() || on_demand_ >= options_.on_demand_max - options_.on_demand_max / 8;
  const TimeNs timeout =
      crowded ? std::min(options_.idle_timeout, crowded_idle_timeout) : options_.idle_timeout;
  for (std::size_t looked = std::min(faces_per_scan, list_.size()); looked != 0 && !list_.empty(); --looked) {
    scan_at_ = scan_at_ == 0 || scan_at_ > list_.size() ? list_.size() - 1 : scan_at_ - 1;
    UdpFace& face = *list_[scan_at_];
    if (face.persistency != Persistency::on_demand) {
      if (face.expiry_noted != 0) {
        face.expiry_noted = 0;
        faces_.note_activity(face.link.face(), face.last_receive, std::nullopt);
      }
      continue;
    }
    const TimeNs expiry = face.last_receive + options_.idle_timeout;
    if (face.last_receive + timeout <= now) {
      counters_.faces_expired.add();
      close(face);
    } else if (face.expiry_noted != expiry) {
      face.expiry_noted = expiry;
      faces_.note_activity(face.link.face(), face.last_receive, expiry);
    }
  }
  closed_.clear();
}

}  // namespace augustus::face
