// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_branch.hh"

#include <rte_prefetch.h>

#include <array>

#include "face/port/ipv4_header.hh"
#include "face/port/port_frame.hh"
#include "wire/lp_codec.hh"

namespace augustus::face {
namespace {

/// How long a neighbour's address holds. Then the next packet takes the way by the port, which so knows that
/// the neighbour is in use.
constexpr TimeNs neighbour_lease = 5 * nanoseconds_per_second;
/// Link headers of a packet in one piece, and some more.
constexpr std::size_t link_header_bytes_max = wire::lp_header_bytes_max + 64;

}  // namespace

PortBranch::PortBranch(std::shared_ptr<PortHub> hub, const PortOptions& options, unsigned number,
                       unsigned thread, FaceTable& faces, PacketPool& pool, LinkBuffers* buffers)
    : options_(options),
      number_(number),
      faces_table_(faces),
      pool_(pool),
      hub_(std::move(hub)),
      device_(hub_->device()),
      receives_(number < device_.receive_queues()),
      addresses_(options.addresses, options.gateways, device_.mac()),
      output_(device_, counters_, static_cast<std::uint16_t>(number)),
      queue_(queue_packets),
      buffers_(buffers, pool, faces),
      ethernet_{.faces = faces,
                .pool = pool,
                .queue = queue_,
                .buffers = *buffers_,
                .mtu = device_.mtu(),
                .lane = FaceTable::lane_of(thread)},
      udp_v4_(ethernet_),
      udp_v6_(ethernet_),
      index_(faces.capacity()),
      by_slot_(faces.attributes().capacity()),
      epoch_(faces.epoch()) {
  faces.open_lane(FaceTable::lane_of(thread));
  udp_v4_.mtu = device_.mtu() - ipv4_header_bytes - udp_header_bytes;
  udp_v6_.mtu = device_.mtu() - ipv6_header_bytes - udp_header_bytes;
  if (options_.header != wire::PacketFormat::ndn) {
    const CompactHeader header{options_.header, device_.mac(), options_.peer, options_.batch};
    if (options_.keeps_names) {
      compact_frames_.emplace(header, device_.mtu(), pool);
    } else {
      compact_.emplace(header, device_.mtu(), pool);
    }
  }
}

PortBranch::~PortBranch() {
  queue_.clear();
  output_.clear(PortDrop::transmit_full);
}

PortFace* PortBranch::find(FaceId id) const {
  PortFace* face = by_slot_[id & (by_slot_.size() - 1)].get();
  return face != nullptr && face->link.face() == id ? face : nullptr;
}

LinkContext& PortBranch::context_of(const PortFaceKey& key) {
  return key.kind != PortFaceKind::udp ? ethernet_ : key.address.is_v4() ? udp_v4_ : udp_v6_;
}

void PortBranch::take_news(Ingress& ingress, TimeNs now) {
  std::array<PortNews, 8> news;
  while (const unsigned count = hub_->news(number_).pop(news)) {
    for (unsigned i = 0; i < count; ++i) {
      switch (news[i].kind) {
        case PortNews::Kind::added:
          add(news[i], ingress);
          break;
        case PortNews::Kind::closed:
          close(news[i].face);
          break;
        case PortNews::Kind::neighbour:
          if (PortFace* face = find(news[i].face)) {
            std::copy(news[i].mac.bytes.begin(), news[i].mac.bytes.end(), face->header.bytes.begin());
            face->neighbour_until = now + neighbour_lease;
          }
          break;
      }
    }
  }
}

void PortBranch::add(const PortNews& news, Ingress& ingress) {
  auto& slot = by_slot_[news.face & (by_slot_.size() - 1)];
  slot = std::make_unique<PortFace>(context_of(news.key), news.face, news.key);
  slot->header = news.header;
  index_.insert(*slot);
  ingress.opened(news.face, *this);
}

void PortBranch::close(FaceId id) {
  if (PortFace* face = find(id)) {
    index_.erase(*face);
    by_slot_[id & (by_slot_.size() - 1)].reset();
  }
}

void PortBranch::pass_on(PortMail::Kind kind, const forward::Outgoing& outgoing) {
  if (!hub_->mail().push(
          {.kind = kind, .branch = static_cast<std::uint16_t>(number_), .outgoing = outgoing})) {
    counters_.drop(PortDrop::mail_full);
    rte_pktmbuf_free(outgoing.packet);
    return;
  }
  counters_.passed.add();
}

unsigned PortBranch::receive(Ingress& ingress, TimeNs now) {
  take_news(ingress, now);
  if (!receives_) {
    return 0;
  }
  std::array<rte_mbuf*, burst> frames;
  const unsigned count = device_.receive(frames.data(), burst, static_cast<std::uint16_t>(number_));
  for (unsigned i = 0; i < count; ++i) {
    rte_prefetch0(rte_pktmbuf_mtod(frames[i], const void*));
  }
  IngressBatch batch(ingress);
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t bytes = frames[i]->pkt_len;
    if (rte_mbuf* frame = sole_frame(frames[i], pool_, counters_)) {
      counters_.in_frames.add();
      counters_.in_bytes.add(bytes);
      receive_frame(frame, batch, now);
    }
  }
  return count;
}

void PortBranch::receive_frame(rte_mbuf* frame, IngressBatch& batch, TimeNs now) {
  FrameView view;
  view.kind = FrameKind::ndn;
  const bool good = decode_frame(packet_bytes(frame), device_.trust_of(frame), view) == PortDrop::none &&
                    view.ethernet.source != device_.mac();
  if (!good || !deliver(frame, view, batch, now)) {
    pass_on(PortMail::Kind::frame, {.packet = frame});
  }
}

PortFace* PortBranch::face_of(const FrameView& view) const {
  const MacAddress& to = view.ethernet.destination;
  const MacAddress& from = view.ethernet.source;
  switch (view.kind) {
    case FrameKind::udp:
      return to == device_.mac() && options_.takes_udp_port(view.udp.destination_port) &&
                     addresses_.owns(view.ip.destination)
                 ? index_.find(PortFaceKey::udp(view.ip.source, view.udp.source_port))
                 : nullptr;
    case FrameKind::ndn:
      if (to == mac_ndn_group && !from.is_group() && !from.is_zero()) {
        return index_.find(PortFaceKey::ethernet_multicast());
      }
      return to == device_.mac() ? index_.find(PortFaceKey::ethernet(from)) : nullptr;
    case FrameKind::compact:
      return options_.header != wire::PacketFormat::ndn ? index_.find(PortFaceKey::compact(options_.peer))
                                                        : nullptr;
    default:
      return nullptr;
  }
}

/// Whether it took the frame.
bool PortBranch::deliver(rte_mbuf* frame, const FrameView& view, IngressBatch& batch, TimeNs now) {
  PortFace* face = face_of(view);
  if (face == nullptr || face->link.reliable()) {
    return false;
  }
  if (view.kind == FrameKind::compact && compact_frames_) {
    compact_frames_->accept(frame, view, face->link.face(), face->link.counters());
    batch.take(frame);
    return true;
  }
  if (view.kind == FrameKind::compact) {
    PortDrop drop = PortDrop::none;
    rte_mbuf* packet = compact_->to_packet(view.ip.payload, drop);
    rte_pktmbuf_free(frame);
    if (packet == nullptr) {
      counters_.drop(drop);
    } else {
      batch.receive(face->link, packet, {}, now);
    }
    return true;
  }
  const std::uint16_t offset = frame->data_off;
  const std::uint16_t length = frame->data_len;
  cut_frame(frame, view.link_packet);
  if (!batch.receive_if_plain(face->link, frame)) {
    frame->data_off = offset;
    frame->data_len = length;
    frame->pkt_len = length;
    return false;
  }
  frame->ol_flags = 0;
  return true;
}

bool PortBranch::can_send(const PortFace& face, const forward::Outgoing& outgoing, TimeNs now) const {
  const bool whole =
      !outgoing.with_announcement && outgoing.packet->pkt_len + link_header_bytes_max <= face.link.mtu();
  return whole && !face.link.reliable() && (!face.header.has_ip() || now < face.neighbour_until);
}

void PortBranch::send(const forward::Outgoing& outgoing, TimeNs now) {
  PortFace* face = find(outgoing.face);
  if (face != nullptr && face->key.kind == PortFaceKind::compact) {
    send_compact(*face, outgoing);
  } else if (face == nullptr || !can_send(*face, outgoing, now)) {
    pass_on(PortMail::Kind::outgoing, outgoing);
  } else {
    if (!face->link.send_plain(outgoing)) {
      face->link.send(outgoing, now);
    }
    if (queue_.size() >= burst) {
      flush(now);
    }
  }
}

void PortBranch::send_compact(PortFace& face, const forward::Outgoing& outgoing) {
  auto& counters = face.link.counters();
  rte_mbuf* const frame = compact_frames_ ? compact_frames_->frame_of(outgoing, counters, counters_)
                                          : compact_->frame_of(outgoing, counters, counters_);
  if (frame != nullptr) {
    output_.push(frame);
  }
}

void PortBranch::flush(TimeNs) {
  do {
    while (!queue_.empty() && !output_.full()) {
      send_one(queue_.at(0));
      queue_.pop();
    }
  } while (output_.flush() && !queue_.empty());
}

void PortBranch::send_one(LinkPacket& link) {
  PortFace* face = find(link.face);
  if (face == nullptr) {
    counters_.drop(PortDrop::face_gone);
    return;
  }
  rte_mbuf* frame = hub_->builder(number_).build(link, face->header);
  if (frame == nullptr) {
    face->link.counters().out_errors.add();
    counters_.drop(PortDrop::no_buffer);
    return;
  }
  output_.push(frame);
}

TimeNs PortBranch::tick(TimeNs now) {
  if (const std::uint32_t epoch = faces_table_.epoch(); epoch != epoch_) {
    epoch_ = epoch;
    for (const auto& face : by_slot_) {
      if (face != nullptr) {
        face->link.refresh();
      }
    }
  }
  if (!hub_->up.load(std::memory_order_relaxed)) {
    output_.clear(PortDrop::link_down);
    counters_.drop(PortDrop::link_down, queue_.size());
    queue_.clear();
  } else if (!queue_.empty() || !output_.empty()) {
    flush(now);
  }
  return queue_.empty() && output_.empty() ? time_never : now;
}

}  // namespace augustus::face
