// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/packet.hh"
#include "element/walk.hh"

namespace augustus::element {

/// Sends a packet that came in, and that no stage sent, on a Face, as it is. False: there is no Face, or it
/// is no packet; it is still the caller's.
inline bool send_arrived(Walk& walk, Packet packet, FaceId face) {
  forward::Item& item = packet.item();
  if (face == face_id_none || (item.marks & (mark_malformed | mark_frame)) != 0) {
    return false;
  }
  if (packet.is_lent()) {
    rte_pktmbuf_refcnt_update(item.packet, 1);
  }
  walk.departures.outside().send({.packet = item.packet,
                                  .face = face,
                                  .incoming_face = item.ingress.id,
                                  .kind = item.view->kind,
                                  .nack_reason = item.arrival().nack_reason});
  if (!packet.is_lent()) {
    item.packet = nullptr;
  }
  return true;
}

inline void send_departure(Walk& walk, const Departure& departure) {
  auto& outside = walk.departures.outside();
  if (departure.announce) [[unlikely]] {
    outside.announce(departure.outgoing);
  } else {
    outside.send(departure.outgoing);
  }
}

}  // namespace augustus::element
