// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "forward/forwarder_state.hh"
#include "forward/trace/named_egress.hh"

namespace augustus::forward {

/// A partition's Egress, replaced while this lives.
class Forwarder::EgressSwap {
 public:
  EgressSwap(State& state, Egress& egress) : state_(state), before_(state.egress) { state.egress = &egress; }
  ~EgressSwap() { state_.egress = before_; }
  EgressSwap(const EgressSwap&) = delete;
  EgressSwap& operator=(const EgressSwap&) = delete;

 private:
  State& state_;
  Egress* before_;
};

/// While this lives, what leaves the partition is noted by its name, if somebody traces.
class Forwarder::NamedTrace {
 public:
  NamedTrace(State& state, TimeNs now) : state_(state), session_(state.shared.tracing()) {
    if (session_ != nullptr) [[unlikely]] {
      begin(now);
    }
  }

  void expired(const table::PitRecord& record) const {
    if (session_ != nullptr) [[unlikely]] {
      note_expired(record);
    }
  }

 private:
  void begin(TimeNs now);
  void note_expired(const table::PitRecord& record) const;

  State& state_;
  TraceSession* session_;
  TimeNs now_ = 0;
  std::unique_ptr<NamedEgress> egress_;
  std::optional<EgressSwap> swap_;
};

}  // namespace augustus::forward
