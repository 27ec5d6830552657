// SPDX-License-Identifier: Apache-2.0
#include "element/to_device.hh"

#include "element/send_arrived.hh"

namespace augustus::element {

void ToDevice::push(unsigned, Batch batch, Outputs&) {
  for (const Packet packet : batch) {
    if (send(packet)) {
      sent_.add();
    } else {
      walk().drop_stray(packet);
    }
  }
}

bool ToDevice::send(Packet packet) {
  const FaceId own = device_ != nullptr ? device_->own_face() : face_id_none;
  if (!packet.is_leaving()) {
    return (packet.item().marks & mark_frame) != 0 ? send_frame(packet) : send_arrived(walk(), packet, own);
  }
  Departure& departure = packet.departure();
  if (walk().context().shared.faces.device_of(departure.outgoing.face) != number_) {
    if (own == face_id_none) {
      return false;
    }
    departure.outgoing.face = own;
  }
  send_departure(walk(), departure);
  return true;
}

bool ToDevice::send_frame(Packet packet) {
  forward::Item& item = packet.item();
  if (device_ == nullptr) {
    return false;
  }
  rte_pktmbuf_refcnt_update(item.packet, 1);
  if (!device_->send_frame(item.packet)) {
    rte_pktmbuf_refcnt_update(item.packet, -1);
    return false;
  }
  walk().release(packet);
  return true;
}

}  // namespace augustus::element
