// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/pending_interest.hh"

#include "forward/pit_part.hh"
#include "forward/rules/lifetime.hh"
#include "forward/rules/next_hop_allowed.hh"
#include "forward/rules/note_upstream.hh"
#include "forward/rules/outgoing_of.hh"
#include "wire/rewrite.hh"

namespace augustus::forward {

std::span<const table::NextHop> PendingInterest::next_hops() const {
  return item_.route ? std::span<const table::NextHop>{*item_.route.next_hops}
                     : std::span<const table::NextHop>{};
}

bool PendingInterest::eligible(FaceId face) {
  const auto state = next_hop_allowed(context_, item_, scope_, face, context_.shared.faces.find(face));
  hop_limit_in_the_way_ = hop_limit_in_the_way_ || state == NextHopState::hop_limit;
  return state == NextHopState::usable;
}

bool PendingInterest::in_use(FaceId face) {
  const auto* out = context_.table.find_out(record(), face);
  return out != nullptr && out->expiry > now();
}

table::OutRecord* PendingInterest::renew_out_record(FaceId face, std::uint32_t nonce) {
  auto* out = context_.table.find_out(record(), face);
  if (out == nullptr) {
    out = context_.table.insert_out(record(), face, taker_of(item_));
  }
  if (out == nullptr) {
    context_.count_drop(Drop::out_records_full);
    return nullptr;
  }
  note_upstream(*out, nonce, now(), now() + lifetime_of(*item_.view, context_.shared.lifetime_max));
  return out;
}

table::OutRecord* PendingInterest::send(FaceId face, bool non_discovery) {
  const auto egress = context_.shared.faces.find(face);
  if (egress.id == face_id_none) {
    context_.count_drop(Drop::face_gone);
    return nullptr;
  }
  if (item_.view->has_hop_limit && item_.view->hop_limit == 0 && egress.scope == FaceScope::non_local) {
    context_.count_drop(Drop::hop_limit_exceeded);
    return nullptr;
  }
  auto* out = renew_out_record(face, item_.view->nonce);
  if (out != nullptr) {
    context_.counters.out_interests.add();
    outgoing_interest(fan_out_.next(), item_, face, non_discovery);
  }
  return out;
}

table::OutRecord* PendingInterest::send_probe(FaceId face) {
  rte_mbuf* copy = context_.pool.copy_of(packet_bytes(item_.packet));
  if (copy == nullptr) {
    context_.count_drop(Drop::no_buffer);
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
  Outgoing probe;
  probe.packet = copy;
  outgoing_interest(probe, item_, face, non_discovery());
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
  context_.count_drop(hop_limit_in_the_way_ ? Drop::hop_limit_exceeded : Drop::no_route);
  context_.table.erase_in(record(), item_.ingress.id);
}

void PendingInterest::send_nack() {
  if (item_.ingress.link_type != LinkType::point_to_point) {
    return;
  }
  context_.counters.out_nacks.add();
  outgoing_nack(fan_out_.next(), item_, wire::NackReason::no_route);
}

void PendingInterest::suppress() {
  context_.note(TraceStep::suppressed);
  if (item_.retransmission) {
    context_.count_drop(Drop::suppressed);
  }
}

}  // namespace augustus::forward
