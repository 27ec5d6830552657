// SPDX-License-Identifier: Apache-2.0
#include "forward/strategies/self_learning.hh"

#include "forward/rules/delivery_allowed.hh"
#include "forward/rules/outgoing_of.hh"

namespace augustus::forward {
namespace {

enum SentAs : std::uint8_t { discovery = 0, non_discovery = 1 };

void broadcast(PendingInterest& interest) {
  const auto& faces = interest.context().shared.faces;
  for (std::uint32_t slot = 0; slot < faces.slots_used(); ++slot) {
    const auto face = faces.at(slot);
    if (face.id == face_id_none || face.scope == FaceScope::local || !interest.eligible(face.id)) {
      continue;
    }
    if (auto* out = interest.send(face.id, false); out != nullptr) {
      out->strategy_state = discovery;
    }
  }
}

void multicast(PendingInterest& interest) {
  for (const auto& hop : interest.next_hops()) {
    if (!interest.eligible(hop.face)) {
      continue;
    }
    if (auto* out = interest.send(hop.face, true); out != nullptr) {
      out->strategy_state = non_discovery;
    }
  }
}

void tell(StageContext& context, RouteLesson::Kind kind, rte_mbuf* packet, FaceId face) {
  rte_pktmbuf_refcnt_update(packet, 1);
  context.egress.learned({.packet = packet, .face = face, .kind = kind});
}

/// Data for a route that is known here goes with an announcement to those who look for one.
void announce_to_discoverers(ReceivedData& data) {
  auto& context = data.context();
  const auto& arrival = data.item().arrival();
  const NameScope scope = name_scope(data.item());
  if (arrival.announcement_length != 0 || scope == NameScope::localhost) {
    return;
  }
  context.table.for_each_in(data.record(), [&](const table::InRecord& in) {
    const auto face = context.shared.faces.find(in.face);
    const bool looks = !in.non_discovery && in.expiry > context.now && face.scope == FaceScope::non_local &&
                       delivery_allowed(data.item(), scope, face) == DeliveryState::allowed;
    if (looks) {
      rte_pktmbuf_refcnt_update(data.item().packet, 1);
      context.counters.out_data.add();
      Outgoing announced;
      announced.packet = data.item().packet;
      outgoing_data(announced, data.item(), arrival.face, in);
      context.egress.announce(announced);
      context.table.erase_in(data.record(), in.face);
    }
    return true;
  });
}

}  // namespace

void SelfLearning::after_receive_interest(PendingInterest& interest) {
  if (!interest.next_hops().empty()) {
    multicast(interest);
  } else if (interest.non_discovery()) {
    interest.reject();
  } else {
    broadcast(interest);
  }
}

void SelfLearning::before_satisfy(ReceivedData& data) {
  const auto* out = data.out_record();
  if (out == nullptr) {
    return;
  }
  if (out->strategy_state == non_discovery) {
    announce_to_discoverers(data);
  } else if (data.item().arrival().announcement_length != 0) {
    tell(data.context(), RouteLesson::Kind::announced, data.item().packet, data.ingress());
  }
}

void SelfLearning::after_receive_nack(ReceivedNack& nack) {
  if (nack.reason() == wire::NackReason::no_route) {
    nack.send_to_all(wire::NackReason::no_route);
    tell(nack.context(), RouteLesson::Kind::no_route, nack.item().packet, nack.ingress());
  }
}

}  // namespace augustus::forward
