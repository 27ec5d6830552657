// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_transport.hh"

#include <algorithm>

#include "face/port/ipv4_header.hh"

namespace augustus::face {
namespace {

constexpr TimeNs link_interval = nanoseconds_per_second / 10;

}  // namespace

PortTransport::PortTransport(const PortOptions& options, std::uint8_t owner, FaceTable& faces,
                             PacketPool& pool, LinkBuffers* buffers)
    : options_(options),
      faces_table_(faces),
      pool_(pool),
      hub_(std::make_shared<PortHub>(options_, pool)),
      device_(hub_->device()),
      addresses_(options_.addresses, options_.gateways, device_.mac()),
      output_(device_, counters_),
      neighbours_(addresses_, device_.mac(), pool, output_, counters_),
      ip_reassembler_(pool, counters_),
      queue_(queue_packets),
      buffers_(buffers, pool, faces),
      ethernet_{.faces = faces, .pool = pool, .queue = queue_, .buffers = *buffers_, .mtu = device_.mtu()},
      udp_v4_(ethernet_),
      udp_v6_(ethernet_),
      faces_(options_, owner, faces, counters_),
      untold_(hub_->branches()) {
  udp_v4_.mtu = device_.mtu() - ipv4_header_bytes - udp_header_bytes;
  udp_v6_.mtu = device_.mtu() - ipv6_header_bytes - udp_header_bytes;
  if (hub_->branches() != 0) {
    faces_.share([this](FaceId face) {
      for (unsigned branch = 1; branch <= hub_->branches(); ++branch) {
        tell(branch, {.kind = PortNews::Kind::closed, .face = face});
      }
    });
  }
  up_ = device_.link_up();
  hub_->up = up_.load();
  if (!options_.host_interface.empty()) {
    host_.emplace(options_.host_interface, device_.mac(), device_.mtu(), pool);
  }
  if (options_.header != wire::PacketFormat::ndn) {
    const CompactHeader header{options_.header, device_.mac(), options_.peer, options_.batch};
    if (options_.keeps_names) {
      compact_frames_.emplace(header, device_.mtu(), pool);
    } else {
      compact_.emplace(header, device_.mtu(), pool);
    }
    add_compact(FaceInfo{.persistency = Persistency::permanent}, monotonic_now());
  }
  if (options_.ethernet_multicast) {
    add_ethernet(PortFaceKey::ethernet_multicast(), FaceInfo{.persistency = Persistency::permanent},
                 monotonic_now());
  }
  neighbours_.announce();
  output_.flush();
}

PortTransport::~PortTransport() {
  queue_.clear();
  output_.clear(PortDrop::transmit_full);
}

void PortTransport::send_burst(std::span<const forward::Outgoing> outgoing, TimeNs now) {
  PortFace* face = nullptr;
  for (const forward::Outgoing& one : outgoing) {
    if (face == nullptr || face->link.face() != one.face) {
      face = faces_.find(one.face);
    }
    if (face == nullptr) {
      counters_.drop(PortDrop::face_gone);
      rte_pktmbuf_free(one.packet);
      continue;
    }
    if (face->key.kind == PortFaceKind::compact) {
      send_compact(*face, one);
      continue;
    }
    if (queue_.empty() && !output_.full() && face->link.send_in_place(one, face->header.size)) [[likely]] {
      FrameBuilder::prepend(one.packet, face->header);
      transmit(*face, one.packet, now);
      continue;
    }
    if (!face->link.send_plain(one)) {
      face->link.send(one, now);
    }
    if (queue_.size() >= burst) {
      flush(now);
    }
  }
}

void PortTransport::flush(TimeNs now) {
  do {
    while (!queue_.empty() && !output_.full()) {
      send_one(queue_.at(0), now);
      queue_.pop();
    }
  } while (output_.flush() && !queue_.empty());
}

void PortTransport::send_one(LinkPacket& link, TimeNs now) {
  PortFace* face = faces_.find(link.face);
  if (face == nullptr) {
    counters_.drop(PortDrop::face_gone);
    return;
  }
  rte_mbuf* frame = hub_->builder(0).build(link, face->header);
  if (frame == nullptr) {
    face->link.counters().out_errors.add();
    counters_.drop(PortDrop::no_buffer);
  } else {
    transmit(*face, frame, now);
  }
}

void PortTransport::transmit(PortFace& face, rte_mbuf* frame, TimeNs now) {
  if (face.header.has_ip()) {
    neighbours_.send(frame, face.next_hop, face.neighbour, now);
  } else {
    output_.push(frame);
  }
}

bool PortTransport::reaches(FaceId id) {
  const PortFace* face = faces_.find(id);
  return face != nullptr && (!face->header.has_ip() || neighbours_.knows(face->next_hop));
}

TimeNs PortTransport::tick(TimeNs now) {
  watch_link(now);
  tell_rest();
  const TimeNs next = std::min({faces_.tick(now), buffers_->reassembler.expire(now), ip_reassembler_.expire(now),
                                neighbours_.tick(now), next_link_look_});
  if (!queue_.empty() || !output_.empty()) {
    flush(now);
  }
  return next;
}

void PortTransport::watch_link(TimeNs now) {
  if (now < next_link_look_) {
    return;
  }
  next_link_look_ = now + link_interval;
  const bool up = device_.link_up();
  if (up == up_) {
    return;
  }
  up_ = up;
  hub_->up = up;
  faces_.set_up(up);
  if (up) {
    neighbours_.announce();
  } else {
    output_.clear(PortDrop::link_down);
    counters_.drop(PortDrop::link_down, queue_.size());
    queue_.clear();
  }
}

void PortTransport::close_face(FaceId id) {
  if (PortFace* face = faces_.find(id)) {
    faces_.close(*face);
  }
}

}  // namespace augustus::face
