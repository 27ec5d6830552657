// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_transport.hh"

namespace augustus::face {

PortFace* PortTransport::add_compact(FaceInfo info, TimeNs now) {
  info.remote_uri = "ether://[" + compact_->peer().text() + "]";
  info.local_uri = local_uri();
  info.scope = forward::FaceScope::non_local;
  info.link_type = forward::LinkType::point_to_point;
  info.up = up_;
  PortFace* face = faces_.add(ethernet_, PortFaceKey::compact(compact_->peer()), std::move(info), now);
  if (face != nullptr) {
    tell_added(*face);
  }
  return face;
}

FaceId PortTransport::compact_face() const {
  const PortFace* face = compact_ ? faces_.find(PortFaceKey::compact(compact_->peer())) : nullptr;
  return face != nullptr ? face->link.face() : face_id_none;
}

PortDrop PortTransport::accept_compact(const FrameView& view, IngressBatch& batch, TimeNs now) {
  if (!compact_) {
    return PortDrop::unknown_protocol;
  }
  PortFace* face = faces_.find(PortFaceKey::compact(compact_->peer()));
  if (face == nullptr) {
    return PortDrop::no_face;
  }
  PortDrop drop = PortDrop::none;
  rte_mbuf* packet = compact_->to_packet(view.ip.payload, drop);
  if (packet != nullptr) {
    face->last_receive = now;
    batch.receive(face->link, packet, 0, now);
  }
  return drop;
}

void PortTransport::send_compact(PortFace& face, const forward::Outgoing& outgoing) {
  if (rte_mbuf* frame = compact_->frame_of(outgoing, face.link.counters(), counters_)) {
    output_.push(frame);
  }
}

}  // namespace augustus::face
