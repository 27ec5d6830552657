// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_transport.hh"

namespace augustus::face {

PortFace* PortTransport::add_compact(FaceInfo info, TimeNs now) {
  info.remote_uri = "ether://[" + options_.peer.text() + "]";
  info.local_uri = local_uri();
  info.scope = forward::FaceScope::non_local;
  info.link_type = forward::LinkType::point_to_point;
  info.up = up_;
  info.names = options_.keeps_names ? options_.header : wire::PacketFormat::ndn;
  PortFace* face = faces_.add(ethernet_, PortFaceKey::compact(options_.peer), std::move(info), now);
  if (face != nullptr) {
    tell_added(*face);
  }
  return face;
}

FaceId PortTransport::compact_face() const {
  const PortFace* face =
      options_.header != wire::PacketFormat::ndn ? faces_.find(PortFaceKey::compact(options_.peer)) : nullptr;
  return face != nullptr ? face->link.face() : face_id_none;
}

PortDrop PortTransport::accept_compact(rte_mbuf*& frame, const FrameView& view, IngressBatch& batch,
                                       TimeNs now) {
  if (options_.header == wire::PacketFormat::ndn) {
    return PortDrop::unknown_protocol;
  }
  PortFace* face = faces_.find(PortFaceKey::compact(options_.peer));
  if (face == nullptr) {
    return PortDrop::no_face;
  }
  if (compact_frames_) {
    face->last_receive = now;
    compact_frames_->accept(frame, view, face->link.face(), face->link.counters());
    batch.take(frame);
    frame = nullptr;
    return PortDrop::none;
  }
  PortDrop drop = PortDrop::none;
  rte_mbuf* packet = compact_->to_packet(view.ip.payload, drop);
  if (packet != nullptr) {
    face->last_receive = now;
    batch.receive(face->link, packet, {}, now);
  }
  return drop;
}

void PortTransport::send_compact(PortFace& face, const forward::Outgoing& outgoing) {
  auto& counters = face.link.counters();
  rte_mbuf* const frame = compact_frames_ ? compact_frames_->frame_of(outgoing, counters, counters_)
                                          : compact_->frame_of(outgoing, counters, counters_);
  if (frame != nullptr) {
    output_.push(frame);
  }
}

}  // namespace augustus::face
