// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/received_nack.hh"

#include "forward/rules/outgoing_of.hh"
#include "wire/rewrite.hh"

namespace augustus::forward {
namespace {

/// Less severe: a smaller number, and any reason before none (NFD's isLessSevere).
bool less_severe(wire::NackReason a, wire::NackReason b) {
  if (a == wire::NackReason::none) {
    return false;
  }
  return b == wire::NackReason::none || a < b;
}

}  // namespace

bool ReceivedNack::send_nack(const table::InRecord& in, wire::NackReason reason) {
  const auto face = context_.shared.faces.find(in.face);
  if (face.id == face_id_none) {
    context_.count_drop(Drop::face_gone);
    return true;
  }
  if (face.link_type != LinkType::point_to_point) {
    return false;
  }
  rte_mbuf* packet = item_.packet;
  if (in.nonce == item_.view->nonce) {
    rte_pktmbuf_refcnt_update(packet, 1);
  } else {
    packet = context_.pool.copy_of(packet_bytes(item_.packet));
    if (packet == nullptr) {
      context_.count_drop(Drop::no_buffer);
      return true;
    }
    wire::set_nonce(packet_bytes(packet), *item_.view, in.nonce);
  }
  context_.counters.out_nacks.add();
  Outgoing nack;
  nack.packet = packet;
  outgoing_nack(nack, item_, in, reason);
  context_.egress.send(nack);
  return true;
}

void ReceivedNack::send_to(FaceId downstream, wire::NackReason reason) {
  const auto* in = context_.table.find_in(record(), downstream);
  if (in != nullptr && send_nack(*in, reason)) {
    context_.table.erase_in(record(), downstream);
  }
}

void ReceivedNack::send_to_all(wire::NackReason reason) {
  context_.table.for_each_in(record(), [&](const table::InRecord& in) {
    if (send_nack(in, reason)) {
      context_.table.erase_in(record(), in.face);
    }
    return true;
  });
}

void ReceivedNack::process() {
  unsigned not_nacked = 0;
  FaceId last_not_nacked = face_id_none;
  auto least_severe = wire::NackReason::none;
  context_.table.for_each_out(record(), [&](const table::OutRecord& out) {
    if (!out.has_nack) {
      ++not_nacked;
      last_not_nacked = out.face;
    } else if (less_severe(out.nacked, least_severe)) {
      least_severe = out.nacked;
    }
    return true;
  });
  if (not_nacked == 0) {
    send_to_all(least_severe);
  } else if (not_nacked == 1) {
    send_to(last_not_nacked, least_severe);
  }
}

}  // namespace augustus::forward
