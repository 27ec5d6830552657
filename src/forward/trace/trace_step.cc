// SPDX-License-Identifier: Apache-2.0
#include "forward/trace/trace_step.hh"

#include <array>
#include <cstddef>

namespace augustus::forward {

std::string_view trace_step_name(TraceStep step) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(TraceStep::count)> names{
      "arrived",   "cs_hit",   "cs_miss",    "pit_new", "pit_joined", "pit_retransmitted",
      "route",     "next_hop", "strategy",   "suppressed", "sent",    "waiting",
      "passed",    "satisfied", "stored",    "not_stored", "dropped", "expired"};
  return names[static_cast<std::size_t>(step)];
}

}  // namespace augustus::forward
