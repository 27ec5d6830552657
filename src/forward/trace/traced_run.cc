// SPDX-License-Identifier: Apache-2.0
#include "forward/trace/traced_run.hh"

#include <algorithm>
#include <limits>

#include "forward/trace/trace_name.hh"

namespace augustus::forward {
namespace {

constexpr std::uint8_t no_hop_limit = std::numeric_limits<std::uint8_t>::max();

/// Where a step stands among those of one packet.
unsigned place_of(TraceStep step) {
  switch (step) {
    case TraceStep::arrived:
      return 0;
    case TraceStep::cs_hit:
    case TraceStep::cs_miss:
      return 1;
    case TraceStep::pit_new:
    case TraceStep::pit_joined:
    case TraceStep::pit_retransmitted:
      return 2;
    case TraceStep::waiting:
      return 3;
    case TraceStep::route:
      return 4;
    case TraceStep::strategy:
      return 5;
    case TraceStep::next_hop:
      return 6;
    case TraceStep::suppressed:
    case TraceStep::satisfied:
      return 7;
    case TraceStep::stored:
    case TraceStep::not_stored:
      return 8;
    case TraceStep::sent:
    case TraceStep::passed:
      return 9;
    default:
      return 10;
  }
}

}  // namespace

void StageContext::note_in_trace(TraceStep step, std::uint32_t number, std::uint8_t detail, FaceId face) const {
  trace->decided(step, number, detail, face);
}

void StageContext::note_route_in_trace(const table::FibMatch& route) const {
  trace->found(route);
}

TracedRun::TracedRun(Egress& next, TraceSession& session, std::uint32_t partition, TimeNs now)
    : TraceEgress(next),
      session_(session),
      number_(session.next_packet()),
      partition_(partition),
      now_(now) {}

void TracedRun::arrived(rte_mbuf* packet, const wire::PacketView& view, std::span<const std::uint8_t> name) {
  kind_ = view.kind;
  TraceEvent event;
  event.kind = kind_;
  event.face = arrival_of(packet).face;
  event.hash = view.name_hash;
  event.number = rte_pktmbuf_pkt_len(packet);
  event.nonce = view.nonce;
  event.detail = view.has_hop_limit ? view.hop_limit : no_hop_limit;
  set_name(event, name);
  tell(event);
}

void TracedRun::decided(TraceStep step, std::uint32_t number, std::uint8_t detail, FaceId face) {
  Decision* const before = find(step, face);
  if (step == TraceStep::satisfied && before != nullptr) {
    ++before->number;
  } else if (step == TraceStep::next_hop && before != nullptr) {
    // A strategy may ask more than once.
    before->detail = detail;
  } else {
    add({step, kind_, detail, face, step == TraceStep::next_hop ? cost_of(face) : number});
  }
}

void TracedRun::found(const table::FibMatch& route) {
  next_hops_ = route ? std::span<const table::NextHop>(*route.next_hops) : std::span<const table::NextHop>();
  add({TraceStep::route, kind_, static_cast<std::uint8_t>(next_hops_.size()), face_id_none,
       route ? route.prefix_components : 0u});
}

void TracedRun::left(const TraceEvent& event, rte_mbuf*) {
  add({event.step, event.kind, event.detail, event.face, event.number});
}

void TracedRun::add(const Decision& decision) {
  if (count_ < decisions_.size()) {
    decisions_[count_++] = decision;
  } else {
    tell(decision);
  }
}

TracedRun::Decision* TracedRun::find(TraceStep step, FaceId face) {
  const auto end = decisions_.begin() + count_;
  const auto found = std::find_if(decisions_.begin(), end, [&](const Decision& decision) {
    return decision.step == step && decision.face == face;
  });
  return found == end ? nullptr : &*found;
}

/// 0: it is no next hop of the route.
std::uint32_t TracedRun::cost_of(FaceId face) const {
  const auto hop =
      std::ranges::find_if(next_hops_, [face](const table::NextHop& other) { return other.face == face; });
  return hop == next_hops_.end() ? 0 : hop->cost;
}

void TracedRun::conclude() {
  std::stable_sort(decisions_.begin(), decisions_.begin() + count_,
                   [](const Decision& a, const Decision& b) { return place_of(a.step) < place_of(b.step); });
  for (unsigned i = 0; i < count_; ++i) {
    tell(decisions_[i]);
  }
}

void TracedRun::tell(const Decision& decision) {
  TraceEvent event;
  event.step = decision.step;
  event.kind = decision.kind;
  event.detail = decision.detail;
  event.face = decision.face;
  event.number = decision.number;
  tell(event);
}

void TracedRun::tell(TraceEvent event) {
  event.time = now_;
  event.packet = number_;
  event.partition = partition_;
  session_.note(event);
}

}  // namespace augustus::forward
