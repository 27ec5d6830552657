// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/trace/trace_egress.hh"
#include "forward/trace/trace_name.hh"
#include "forward/trace/trace_session.hh"

namespace augustus::forward {

/// Notes what leaves outside the run of one packet, as far as the session wants it by its name: what waited for an SSD,
/// for another partition or for a timer.
class NamedEgress final : public TraceEgress {
 public:
  NamedEgress(Egress& next, TraceSession& session, std::uint32_t partition, TimeNs now)
      : TraceEgress(next), session_(session), partition_(partition), now_(now) {}

 private:
  void left(const TraceEvent& event, rte_mbuf* packet) override {
    const auto name = name_.of(packet);
    if (name.empty() || !session_.wants(name)) {
      return;
    }
    TraceEvent named = event;
    named.time = now_;
    named.partition = partition_;
    set_name(named, name);
    session_.note(named);
  }

  TraceSession& session_;
  std::uint32_t partition_;
  TimeNs now_;
  TraceName name_;
};

}  // namespace augustus::forward
