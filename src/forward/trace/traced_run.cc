// SPDX-License-Identifier: Apache-2.0
#include "forward/trace/traced_run.hh"

#include <limits>

#include "forward/stages/lookup_fib.hh"
#include "forward/trace/trace_name.hh"

namespace augustus::forward {
namespace {

constexpr std::uint8_t no_hop_limit = std::numeric_limits<std::uint8_t>::max();

NextHopState state_of(const StageContext& context, const Item& interest, FaceId face) {
  const auto attributes = context.shared.faces.find(face);
  if (attributes.id == face_id_none) {
    return NextHopState::gone;
  }
  if (attributes.takes != takes_of(interest.view->format)) {
    return NextHopState::down;
  }
  const bool back = face == interest.ingress.id && attributes.link_type != LinkType::ad_hoc;
  return back ? NextHopState::arrived_there : NextHopState::usable;
}

}  // namespace

TracedRun::TracedRun(StageContext& context, TraceSession& session, rte_mbuf* packet, wire::PacketView& view,
                     std::span<const std::uint8_t> name)
    : TraceEgress(context.egress),
      context_(context),
      session_(session),
      number_(session.next_packet()),
      kind_(view.kind),
      before_(context.counters) {
  Item item{.packet = packet, .view = &view, .ingress = context.shared.faces.find(arrival_of(packet).face)};
  note_arrival(item, name);
  if (kind_ == wire::PacketKind::interest) {
    look_ahead(item);
  }
}

void TracedRun::note_arrival(const Item& item, std::span<const std::uint8_t> name) {
  TraceEvent event;
  event.kind = kind_;
  event.face = item.arrival().face;
  event.hash = item.view->name_hash;
  event.number = rte_pktmbuf_pkt_len(item.packet);
  event.nonce = item.view->nonce;
  event.detail = item.view->has_hop_limit ? item.view->hop_limit : no_hop_limit;
  set_name(event, name);
  note(event);
}

void TracedRun::look_ahead(Item& interest) {
  Burst one;
  one.push(interest);
  lookup_fib(context_, one);
  strategy_ = context_.shared.strategies_of(*interest.view).find_longest(*interest.view, interest.bytes());
  if (!interest.route) {
    return;
  }
  route_components_ = interest.route.prefix_components;
  for (const table::NextHop& next : *interest.route.next_hops) {
    if (hop_count_ < hops_.size()) {
      hops_[hop_count_++] = {next, static_cast<std::uint8_t>(state_of(context_, interest, next.face))};
    }
  }
}

void TracedRun::left(const TraceEvent& event, rte_mbuf*) {
  if (left_count_ < left_.size()) {
    left_[left_count_++] = event;
  } else {
    note(event);
  }
}

void TracedRun::note(TraceEvent event) {
  event.time = context_.now;
  event.packet = number_;
  event.partition = context_.partition;
  session_.note(event);
}

void TracedRun::note(TraceStep step, std::uint64_t number, std::uint8_t detail) {
  TraceEvent event;
  event.step = step;
  event.kind = kind_;
  event.number = static_cast<std::uint32_t>(number);
  event.detail = detail;
  note(event);
}

void TracedRun::conclude() {
  const TraceCounts after(context_.counters);
  if (kind_ == wire::PacketKind::interest) {
    conclude_interest(after);
  } else {
    conclude_data(after);
  }
  for (unsigned i = 0; i < left_count_; ++i) {
    note(left_[i]);
  }
  for (std::size_t reason = 0; reason < after.drops.size(); ++reason) {
    if (after.drops[reason] != before_.drops[reason]) {
      note(TraceStep::dropped, 0, static_cast<std::uint8_t>(reason));
    }
  }
}

void TracedRun::conclude_interest(const TraceCounts& after) {
  if (after.cs_hits != before_.cs_hits) {
    note(TraceStep::cs_hit);
    return;
  }
  const bool missed = after.cs_misses != before_.cs_misses;
  if (missed) {
    note(TraceStep::cs_miss);
  }
  const bool joined = after.aggregated != before_.aggregated;
  const bool again = after.retransmitted != before_.retransmitted;
  const bool stopped_before = after.drops != before_.drops && !missed && !joined && !again;
  if (stopped_before || after.refused_by_pit() != before_.refused_by_pit()) {
    return;
  }
  note(again ? TraceStep::pit_retransmitted : joined ? TraceStep::pit_joined : TraceStep::pit_new);
  if (left_count_ == 0 && after.drops == before_.drops && context_.store.has_ssd()) {
    note(TraceStep::waiting);
    return;
  }
  note_route();
}

void TracedRun::note_route() {
  note(TraceStep::route, route_components_, static_cast<std::uint8_t>(hop_count_));
  for (unsigned i = 0; i < hop_count_; ++i) {
    TraceEvent event;
    event.step = TraceStep::next_hop;
    event.kind = kind_;
    event.face = hops_[i].next.face;
    event.number = hops_[i].next.cost;
    event.detail = hops_[i].state;
    note(event);
  }
  note(TraceStep::strategy, 0, strategy_);
}

void TracedRun::conclude_data(const TraceCounts& after) {
  if (after.satisfied != before_.satisfied) {
    note(TraceStep::satisfied, after.satisfied - before_.satisfied);
  }
  if (after.cs_stored != before_.cs_stored) {
    note(TraceStep::stored);
  } else if (after.cs_refused != before_.cs_refused) {
    note(TraceStep::not_stored);
  }
}

}  // namespace augustus::forward
