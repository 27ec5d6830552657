// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/router_counter.hh"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "forward/forward_counters.hh"
#include "wire/parse_packet.hh"

namespace augustus::scenario {
namespace {

template <typename Reason>
bool is_name_of(const std::string& name, std::string_view (*name_of)(Reason)) {
  for (unsigned i = 0; i < static_cast<unsigned>(Reason::count); ++i) {
    if (name_of(static_cast<Reason>(i)) == name) {
      return true;
    }
  }
  return false;
}

std::uint64_t drops(const worker::RouterStatus& status, const std::string& name) {
  if (!is_name_of<forward::Drop>(name, forward::drop_name) &&
      !is_name_of<wire::ParseOutcome>(name, wire::parse_outcome_name)) {
    throw std::runtime_error("unknown counter " + name);
  }
  const auto found = std::find_if(status.drops.begin(), status.drops.end(),
                                  [&](const auto& drop) { return drop.first == name; });
  return found == status.drops.end() ? 0 : found->second;
}

}  // namespace

std::uint64_t router_counter(worker::Router& router, const std::string& name) {
  const auto status = router.status();
  const auto cs = router.cs_status();
  std::map<std::string, std::uint64_t> counts{
      {"interests", status.in_interests},
      {"data", status.in_data},
      {"nacks", status.in_nacks},
      {"out-interests", status.out_interests},
      {"out-data", status.out_data},
      {"out-nacks", status.out_nacks},
      {"cs-hits", cs.hits},
      {"cs-misses", cs.misses},
      {"cs-refused", cs.refused},
      {"satisfied", status.satisfied},
      {"unsatisfied", status.unsatisfied},
      {"aggregated", status.aggregated},
      {"retransmitted", status.retransmitted},
      {"pending", status.pit_entries},
      {"cached", status.cs_entries},
  };
  if (cs.ssd) {
    counts["ssd-hits"] = cs.ssd->hits;
    counts["ssd-reads"] = cs.ssd->reads;
    counts["ssd-writes"] = cs.ssd->writes;
    counts["ssd-joined"] = cs.ssd->joined;
  }
  const auto found = counts.find(name);
  return found != counts.end() ? found->second : drops(status, name);
}

}  // namespace augustus::scenario
