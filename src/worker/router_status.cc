// SPDX-License-Identifier: Apache-2.0
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

void add_forwarding(RouterStatus& status, forward::Forwarder& forwarder) {
  const auto& counters = forwarder.counters();
  status.name_entries += forwarder.name_table().size();
  status.pit_entries += forwarder.name_table().pit_size();
  status.cs_entries += forwarder.content_store().size();
  status.in_interests += counters.interests.value();
  status.in_data += counters.data.value();
  status.in_nacks += counters.nacks.value();
  status.out_interests += counters.out_interests.value();
  status.out_data += counters.out_data.value();
  status.out_nacks += counters.out_nacks.value();
  status.satisfied += counters.satisfied.value();
  status.unsatisfied += counters.unsatisfied.value();
  status.aggregated += counters.aggregated.value();
  status.retransmitted += counters.retransmitted.value();
}

}  // namespace

RouterStatus Router::status() {
  RouterStatus status;
  status.start_wall_ns = state_->start_wall_ns;
  status.now_wall_ns = wall_clock_now();
  status.fib_entries = state_->fib.size();
  status.strategy_entries = state_->strategies.size();
  for (unsigned number = 0; number < state_->workers.size(); ++number) {
    state_->on_worker(number, [&](Worker& worker) {
      for (const auto& own : worker.partitions()) {
        add_forwarding(status, *own->forwarder);
      }
      status.passed += worker.link().passed();
      return true;
    });
  }
  status.passed += state_->management.link().passed();
  for (const auto& port : state_->ports) {
    status.passed += port.transport->counters().passed.value();
    for (const auto* branch : port.branches) {
      status.passed += branch->counters().passed.value();
    }
  }
  status.buffers_in_use = state_->pool.in_use();
  for (auto& [reason, count] : state_->drops()) {
    if (count != 0) {
      status.drops.emplace_back(reason, count);
    }
  }
  status.pools = state_->pools();
  return status;
}

}  // namespace augustus::worker
