// SPDX-License-Identifier: Apache-2.0
#include "forward/named_trace.hh"
#include "forward/trace/trace_name.hh"
#include "forward/trace/traced_run.hh"
#include "wire/name.hh"

namespace augustus::forward {

void Forwarder::process_traced(TraceSession& session, std::span<rte_mbuf*> packets,
                               std::span<wire::PacketView> views, TimeNs now) {
  TraceName names;
  std::size_t first = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const auto name = names.of(packets[i], views[i]);
    if (!session.wants(name)) {
      continue;
    }
    run(packets.subspan(first, i - first), views.subspan(first, i - first), now);
    first = i + 1;
    TracedRun traced(*state_->egress, session, state_->number, now);
    traced.arrived(packets[i], views[i], name);
    const EgressSwap swap(*state_, traced);
    state_->trace = &traced;
    run(packets.subspan(i, 1), views.subspan(i, 1), now);
    state_->trace = nullptr;
    traced.conclude();
  }
  run(packets.subspan(first), views.subspan(first), now);
}

void Forwarder::NamedTrace::begin(TimeNs now) {
  egress_ = std::make_unique<NamedEgress>(*state_.egress, *session_, state_.number, now);
  swap_.emplace(state_, *egress_);
  now_ = now;
}

void Forwarder::NamedTrace::note_expired(const table::PitRecord& record) const {
  const auto name = state_.table.name(record.entry);
  // A compact name is not told from its bytes which layout it has.
  if (!session_->wants(name) || !wire::Name::from_value(name)) {
    return;
  }
  TraceEvent event;
  event.time = now_;
  event.step = TraceStep::expired;
  event.partition = state_.number;
  event.hash = state_.table.hash(record.entry);
  set_name(event, name);
  session_->note(event);
}

}  // namespace augustus::forward
