// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "store/ssd/ssd_tier.hh"
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

void add_forwarding(RouterStatus& status, std::map<std::string, std::uint64_t>& drops,
                    forward::Forwarder& forwarder) {
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
  if (forwarder.content_store().has_ssd()) {
    for (const auto& [name, count] : forwarder.content_store().ssd().counters().troubles()) {
      drops["ssd_" + std::string(name)] += count;
    }
  }
  for (std::size_t reason = 0; reason < counters.drops.size(); ++reason) {
    drops[std::string(drop_name(static_cast<forward::Drop>(reason)))] += counters.drops[reason].value();
  }
}

void add_thread(std::map<std::string, std::uint64_t>& drops, const Classifier& classifier,
                const ThreadLink& link) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(wire::ParseOutcome::count); ++i) {
    const auto outcome = static_cast<wire::ParseOutcome>(i);
    if (outcome != wire::ParseOutcome::ok) {
      drops[std::string(parse_outcome_name(outcome))] += classifier.malformed(outcome).value();
    }
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(forward::Drop::count); ++i) {
    const auto reason = static_cast<forward::Drop>(i);
    drops[std::string(drop_name(reason))] += link.drops(reason).value();
  }
}

/// What never became an Interest or Data: refused by the link service, by a UDP channel before it had a Face, or
/// by a port.
template <typename State>
void add_links(const State& state, std::map<std::string, std::uint64_t>& drops) {
  std::uint64_t parsed = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(wire::ParseOutcome::count); ++i) {
    const auto outcome = static_cast<wire::ParseOutcome>(i);
    for (const auto& worker : state.workers) {
      parsed += worker->classifier().malformed(outcome).value();
    }
    parsed += state.management.classifier().malformed(outcome).value();
  }
  // Faces count both kinds; what the parser refused is listed by reason already.
  const std::uint64_t all = state.faces.malformed();
  drops["link_malformed"] += all > parsed ? all - parsed : 0;
  for (const auto& listener : state.udp) {
    const auto& counters = listener.channel->transport_counters();
    drops["link_oversized"] += counters.in_oversized.value();
    drops["faces_full"] += counters.faces_full.value();
    drops["no_buffer"] += counters.in_no_buffer.value();
  }
  const auto add_port = [&drops](const face::PortCounters& counters) {
    for (std::size_t i = 0; i < face::port_drop_reasons; ++i) {
      const auto reason = static_cast<face::PortDrop>(i);
      drops["port_" + std::string(name_of(reason))] += counters.dropped(reason);
    }
  };
  for (const auto& port : state.ports) {
    add_port(port.transport->counters());
    for (const auto* branch : port.branches) {
      add_port(branch->counters());
    }
  }
}

}  // namespace

RouterStatus Router::status() {
  RouterStatus status;
  std::map<std::string, std::uint64_t> drops;
  status.start_wall_ns = state_->start_wall_ns;
  status.now_wall_ns = wall_clock_now();
  status.fib_entries = state_->fib.size();
  status.strategy_entries = state_->strategies.size();
  for (unsigned number = 0; number < state_->workers.size(); ++number) {
    state_->on_worker(number, [&](Worker& worker) {
      for (const auto& own : worker.partitions()) {
        add_forwarding(status, drops, *own->forwarder);
      }
      add_thread(drops, worker.classifier(), worker.link());
      status.passed += worker.link().passed();
      return true;
    });
  }
  add_thread(drops, state_->management.classifier(), state_->management.link());
  status.passed += state_->management.link().passed();
  for (const auto& port : state_->ports) {
    status.passed += port.transport->counters().passed.value();
    for (const auto* branch : port.branches) {
      status.passed += branch->counters().passed.value();
    }
  }
  status.buffers_in_use = state_->pool.in_use();
  add_links(*state_, drops);
  for (auto& [reason, count] : drops) {
    if (count != 0) {
      status.drops.emplace_back(reason, count);
    }
  }
  return status;
}

}  // namespace augustus::worker
