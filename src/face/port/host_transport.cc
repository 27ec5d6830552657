// SPDX-License-Identifier: Apache-2.0
#include "face/port/host_transport.hh"

#include <algorithm>
#include <array>
#include <new>

#include "face/ingress_batch.hh"
#include "face/port/ethernet_header.hh"
#include "face/port/port_frame.hh"
#include "forward/arrival.hh"

namespace augustus::face {
namespace {

/// Whose frames the kernel's side gets: nobody else is on the link.
constexpr MacAddress router_mac{{0x02, 0x4e, 0x00, 0x00, 0x00, 0x00}};

}  // namespace

HostTransport::HostTransport(std::shared_ptr<HostInterface> interface, const std::string& name,
                             const MacAddress& mac, std::size_t mtu, DeviceNumber device, std::uint8_t owner,
                             FaceTable& faces, PacketPool& pool, LinkBuffers& buffers)
    : interface_(std::move(interface)),
      mac_(mac),
      device_(device),
      queue_(queue_packets),
      context_{.faces = faces, .pool = pool, .queue = queue_, .buffers = buffers, .mtu = mtu},
      epoch_(faces.epoch()) {
  FaceInfo info;
  info.remote_uri = "ether://[" + mac.text() + "]";
  info.local_uri = "dev://" + name;
  info.persistency = Persistency::permanent;
  info.device = device;
  face_ = faces.add(std::move(info), owner);
  link_ = std::make_unique<LinkService>(context_, face_);
  closed_ = face_ == face_id_none;
}

HostTransport::~HostTransport() {
  close_face(face_);
}

unsigned HostTransport::receive(Ingress& ingress, TimeNs now) {
  IngressBatch batch(ingress);
  unsigned taken = 0;
  for (; taken < burst && !closed_; ++taken) {
    rte_mbuf* frame = interface_->take();
    if (frame == nullptr) {
      break;
    }
    EthernetView view;
    const bool whole = decode_ethernet(packet_bytes(frame), view) == PortDrop::none;
    if (whole && view.type == ethertype_ndn) {
      cut_frame(frame, view.payload);
      batch.receive(*link_, frame, {}, now);
      continue;
    }
    new (&forward::arrival_of(frame)) forward::Arrival{.frame_of = device_};
    if (!ingress.receive_frame(frame)) {
      rte_pktmbuf_free(frame);
    }
  }
  return taken;
}

void HostTransport::send(const forward::Outgoing& outgoing, TimeNs now) {
  if (closed_ || outgoing.face != face_) {
    rte_pktmbuf_free(outgoing.packet);
    return;
  }
  link_->send(outgoing, now);
  if (queue_.size() >= burst) {
    flush(now);
  }
}

void HostTransport::flush(TimeNs) {
  std::array<std::uint8_t, ethernet_header_bytes> header;
  write_ethernet(header.data(), mac_, router_mac, ethertype_ndn);
  for (; !queue_.empty(); queue_.pop()) {
    std::array<iovec, 1 + gather_max> pieces;
    pieces[0] = {header.data(), header.size()};
    const std::size_t count = 1 + gather(queue_.at(0), 0, &pieces[1]);
    if (!interface_->give(std::span(pieces).first(count))) {
      link_->counters().out_errors.add();
    }
  }
}

TimeNs HostTransport::tick(TimeNs now) {
  if (closed_) {
    return time_never;
  }
  if (const std::uint32_t epoch = context_.faces.epoch(); epoch != epoch_) {
    epoch_ = epoch;
    link_->refresh();
  }
  const TimeNs next = std::min(link_->tick(now), context_.buffers.reassembler.expire(now));
  flush(now);
  return next;
}

void HostTransport::close_face(FaceId face) {
  if (!closed_ && face == face_) {
    closed_ = true;
    queue_.clear();
    context_.faces.remove(face_);
  }
}

}  // namespace augustus::face
