// SPDX-License-Identifier: Apache-2.0
#include "face/face_source.hh"
#include "face/port/port_transport.hh"

namespace augustus::face {
namespace {

bool is_udp(const FaceUri& uri) {
  return uri.scheme == "udp4" || uri.scheme == "udp6" || uri.scheme == "udp";
}

std::optional<IpAddress> ip_of(const FaceUri& uri) {
  const auto address = is_udp(uri) ? uri.address() : std::nullopt;
  return address ? std::optional(IpAddress::of(*address)) : std::nullopt;
}

std::string ether_uri(const MacAddress& mac) {
  return "ether://[" + mac.text() + "]";
}

}  // namespace

bool PortTransport::serves(const FaceUri& remote, const std::optional<FaceUri>& local) const {
  const bool named = local && local->scheme == "dev" && local->host == options_.name;
  if (remote.scheme == "ether") {
    const auto mac = MacAddress::parse(remote.host);
    if (named && mac && is_compact_peer(*mac)) {
      return true;
    }
    return named && mac && (!mac->is_group() || *mac == mac_ndn_group) && !mac->is_zero();
  }
  const auto address = ip_of(remote);
  if (!address || !addresses_.next_hop(*address)) {
    return false;
  }
  if (!local || named) {
    return true;
  }
  const auto own = local->address();
  return own && is_udp(*local) && own->port() == options_.udp_port && addresses_.owns(IpAddress::of(*own)) &&
         own->is_v6() != address->is_v4();
}

bool PortTransport::on_link(const FaceUri& remote) const {
  const auto address = ip_of(remote);
  return address && addresses_.next_hop(*address) == address;
}

FaceId PortTransport::add_face(const FaceUri& remote, const std::optional<FaceUri>& local, FaceInfo info,
                               TimeNs now) {
  if (!serves(remote, local)) {
    return face_id_none;
  }
  std::optional<IpAddress> own;
  PortFaceKey key;
  if (const auto address = remote.address()) {
    key = PortFaceKey::udp(IpAddress::of(*address), address->port());
    own = local ? ip_of(*local) : std::nullopt;
  } else {
    const MacAddress mac = *MacAddress::parse(remote.host);
    key = is_compact_peer(mac) ? PortFaceKey::compact(mac)
          : mac.is_group()     ? PortFaceKey::ethernet_multicast()
                               : PortFaceKey::ethernet(mac);
  }
  if (PortFace* known = faces_.find(key)) {
    return faces_.take_over(*known, info.persistency) ? known->link.face() : face_id_none;
  }
  const PortFace* added = add(key, own ? &*own : nullptr, std::move(info), now);
  output_.flush();
  return added != nullptr ? added->link.face() : face_id_none;
}

FaceId PortTransport::multicast_face() const {
  const PortFace* face = faces_.find(PortFaceKey::ethernet_multicast());
  return face != nullptr ? face->link.face() : face_id_none;
}

PortFace* PortTransport::add(const PortFaceKey& key, const IpAddress* local, FaceInfo info, TimeNs now) {
  info.scope = forward::FaceScope::non_local;
  info.link_type = forward::LinkType::point_to_point;
  info.up = up_;
  PortFace* face = key.kind == PortFaceKind::compact ? add_compact(std::move(info), now)
                   : key.kind == PortFaceKind::udp   ? add_udp(key, local, std::move(info), now)
                                                     : add_ethernet(key, std::move(info), now);
  if (face == nullptr) {
    counters_.drop(PortDrop::faces_full);
  }
  return face;
}

PortFace* PortTransport::add_udp(const PortFaceKey& key, const IpAddress* local, FaceInfo info, TimeNs now) {
  const auto next_hop = addresses_.next_hop(key.address);
  const IpAddress* source = local != nullptr || !next_hop ? local : addresses_.source_to(*next_hop);
  if (!next_hop || source == nullptr) {
    return nullptr;
  }
  info.remote_uri = key.address.with_port(key.port).uri("udp");
  info.local_uri = source->with_port(options_.udp_port).uri("udp");
  PortFace* face = faces_.add(key.address.is_v4() ? udp_v4_ : udp_v6_, key, std::move(info), now);
  if (face != nullptr) {
    face->next_hop = *next_hop;
    face->header = FrameHeader::udp(device_.mac(), *source, options_.udp_port, key.address, key.port);
    neighbours_.prepare(*next_hop, now);
    tell_added(*face);
  }
  return face;
}

PortFace* PortTransport::add_ethernet(const PortFaceKey& key, FaceInfo info, TimeNs now) {
  info.remote_uri = ether_uri(key.mac);
  info.local_uri = local_uri();
  info.scope = forward::FaceScope::non_local;
  info.link_type = key.kind == PortFaceKind::ethernet_multicast ? forward::LinkType::multi_access
                                                                : forward::LinkType::point_to_point;
  info.up = up_;
  PortFace* face = faces_.add(ethernet_, key, std::move(info), now);
  if (face != nullptr) {
    face->header = FrameHeader::ethernet(key.mac, device_.mac());
    tell_added(*face);
  }
  return face;
}

PortFace* PortTransport::welcome(const PortFaceKey& key, const IpAddress* local, bool allowed,
                                 IngressBatch& batch, TimeNs now) {
  if (!allowed) {
    counters_.drop(PortDrop::no_face);
    return nullptr;
  }
  if (!faces_.room_on_demand()) {
    counters_.drop(PortDrop::faces_full);
    return nullptr;
  }
  FaceInfo info;
  info.source = key.kind == PortFaceKind::udp ? source_of(key.address.bytes) : source_of_mac(key.mac.number());
  info.persistency = Persistency::on_demand;
  info.flags = options_.on_demand_flags;
  info.idle_expiry = now + options_.idle_timeout;
  PortFace* face = add(key, local, std::move(info), now);
  if (face != nullptr) {
    batch.ingress().opened(face->link.face(), *this);
  }
  return face;
}

}  // namespace augustus::face
