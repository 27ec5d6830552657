// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "forward/egress.hh"
#include "forward/trace/trace_event.hh"

namespace augustus::forward {

/// Passes on what leaves a partition and hears of it first: what it is, with no packet number, partition or time.
class TraceEgress : public Egress {
 public:
  /// `next` must outlive this.
  explicit TraceEgress(Egress& next) : next_(next) {}

  void send(const Outgoing& outgoing) final {
    note(outgoing);
    next_.send(outgoing);
  }
  void announce(const Outgoing& outgoing) final {
    note(outgoing);
    next_.announce(outgoing);
  }
  void transfer(const Transfer& transfer) final {
    note(transfer);
    next_.transfer(transfer);
  }
  void learned(const RouteLesson& lesson) final { next_.learned(lesson); }

 protected:
  /// `packet` is what leaves.
  virtual void left(const TraceEvent& event, rte_mbuf* packet) = 0;

 private:
  void note(const Outgoing& outgoing) {
    TraceEvent event;
    event.step = TraceStep::sent;
    event.kind = outgoing.kind;
    event.face = outgoing.face;
    event.detail = static_cast<std::uint8_t>(outgoing.nack_reason);
    left(event, outgoing.packet);
  }
  void note(const Transfer& transfer) {
    TraceEvent event;
    event.step = TraceStep::passed;
    event.number = transfer.to;
    event.detail = static_cast<std::uint8_t>(transfer.kind);
    left(event, transfer.packet);
  }

  Egress& next_;
};

}  // namespace augustus::forward
