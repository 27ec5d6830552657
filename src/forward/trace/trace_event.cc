// SPDX-License-Identifier: Apache-2.0
#include "forward/trace/trace_event.hh"

namespace augustus::forward {

std::string_view trace_step_name(TraceStep step) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(TraceStep::count)> names{
      "arrived",   "cs_hit",   "cs_miss",    "pit_new", "pit_joined", "pit_retransmitted",
      "route",     "next_hop", "strategy",   "sent",    "waiting",    "passed",
      "satisfied", "stored",   "not_stored", "dropped", "expired"};
  return names[static_cast<std::size_t>(step)];
}

std::string_view next_hop_state_name(NextHopState state) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(NextHopState::count)> names{
      "usable", "down", "gone", "arrived_there"};
  return names[static_cast<std::size_t>(state)];
}

}  // namespace augustus::forward
