// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/pending_interest.hh"

#include "forward/lifetime.hh"
#include "forward/scope.hh"
#include "wire/rewrite.hh"

namespace augustus::forward {

std::span<const table::NextHop> PendingInterest::next_hops() const {
  return item_.route ? std::span<const table::NextHop>{*item_.route.next_hops}
                     : std::span<const table::NextHop>{};
}

bool PendingInterest::eligible(FaceId face) {
  const auto egress = context_.shared.faces.find(face);
  if (egress.id == face_id_none || egress.takes != takes_of(item_.view->format)) {
    return false;
  }
  if (egress.id == item_.ingress.id && egress.link_type != LinkType::ad_hoc) {
    return false;
  }
  if (would_violate_scope(item_.ingress, egress, *item_.view, item_.bytes(),
                          context_.shared.localhop_to_non_local)) {
    return false;
  }
  if (item_.view->has_hop_limit && item_.view->hop_limit == 0 && egress.scope == FaceScope::non_local) {
    hop_limit_in_the_way_ = true;
    return false;
  }
  return true;
}

bool PendingInterest::in_use(FaceId face) {
  const auto* out = context_.table.find_out(record(), face);
  return out != nullptr && out->expiry > now();
}

table::OutRecord* PendingInterest::renew_out_record(FaceId face, std::uint32_t nonce) {
  auto* out = context_.table.find_out(record(), face);
  if (out == nullptr) {
    out = context_.table.insert_out(record(), face);
  }
  if (out == nullptr) {
    context_.counters.drop(Drop::out_records_full);
    return nullptr;
  }
  out->nonce = nonce;
  out->last_renewed = now();
  out->expiry = now() + lifetime_of(*item_.view);
  out->has_nack = false;
  out->nacked = wire::NackReason::none;
  out->is_probe = false;
  return out;
}

Outgoing PendingInterest::outgoing(FaceId face, bool non_discovery) const {
  return {.face = face,
          .incoming_face = item_.ingress.id,
          .kind = wire::PacketKind::interest,
          .congestion_mark = item_.arrival().congestion_mark,
          .non_discovery = non_discovery};
}

table::OutRecord* PendingInterest::send(FaceId face, bool non_discovery) {
  const auto egress = context_.shared.faces.find(face);
  if (egress.id == face_id_none) {
    context_.counters.drop(Drop::face_gone);
    return nullptr;
  }
  if (item_.view->has_hop_limit && item_.view->hop_limit == 0 && egress.scope == FaceScope::non_local) {
    context_.counters.drop(Drop::hop_limit_exceeded);
    return nullptr;
  }
  auto* out = renew_out_record(face, item_.view->nonce);
  if (out != nullptr) {
    context_.counters.out_interests.add();
    fan_out_.send(outgoing(face, non_discovery));
  }
  return out;
}

table::OutRecord* PendingInterest::send_probe(FaceId face) {
  rte_mbuf* copy = context_.pool.copy_of(packet_bytes(item_.packet));
  if (copy == nullptr) {
    context_.counters.drop(Drop::no_buffer);
    return nullptr;
  }
  const auto nonce = context_.random.next();
  auto* out = renew_out_record(face, nonce);
  if (out == nullptr) {
    rte_pktmbuf_free(copy);
    return nullptr;
  }
  out->is_probe = true;
  if (item_.view->has_nonce) {
    wire::set_nonce(packet_bytes(copy), *item_.view, nonce);
  }
  auto probe = outgoing(face, non_discovery());
  probe.packet = copy;
  context_.counters.out_interests.add();
  context_.egress.send(probe);
  return out;
}

void PendingInterest::reject() {
  if (!hop_limit_in_the_way_) {
    send_nack();
  }
  reject_silently();
}

void PendingInterest::reject_silently() {
  rejected_ = true;
  context_.counters.drop(hop_limit_in_the_way_ ? Drop::hop_limit_exceeded : Drop::no_route);
  context_.table.erase_in(record(), item_.ingress.id);
}

void PendingInterest::send_nack() {
  if (item_.ingress.link_type != LinkType::point_to_point) {
    return;
  }
  const auto& arrival = item_.arrival();
  context_.counters.out_nacks.add();
  fan_out_.send({.face = item_.ingress.id,
                 .kind = wire::PacketKind::nack,
                 .nack_reason = wire::NackReason::no_route,
                 .pit_token_length = arrival.pit_token_length,
                 .pit_token = arrival.pit_token});
}

void PendingInterest::suppress() {
  if (item_.retransmission) {
    context_.counters.drop(Drop::suppressed);
  }
}

}  // namespace augustus::forward
