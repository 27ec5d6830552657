// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/ssd_tier.hh"
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

using Drops = std::map<std::string, std::uint64_t>;

void add_forwarding(Drops& drops, forward::Forwarder& forwarder) {
  const auto& counters = forwarder.counters();
  if (forwarder.content_store().has_ssd()) {
    for (const auto& [name, count] : forwarder.content_store().ssd().counters().troubles()) {
      drops["ssd_" + std::string(name)] += count;
    }
  }
  for (std::size_t reason = 0; reason < counters.drops.size(); ++reason) {
    drops[std::string(drop_name(static_cast<forward::Drop>(reason)))] += counters.drops[reason].value();
  }
  if (const forward::Engine* engine = forwarder.engine(); engine != nullptr) {
    for (const auto& [reason, count] : engine->drops()) {
      drops["element_" + reason] += count;
    }
  }
}

void add_thread(Drops& drops, const Classifier& classifier, const ThreadLink& link) {
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

void count_port(Drops& drops, const face::PortCounters& counters) {
  for (std::size_t i = 1; i < face::port_drop_reasons; ++i) {
    const auto reason = static_cast<face::PortDrop>(i);
    drops["port_" + std::string(name_of(reason))] += counters.dropped(reason);
  }
}

}  // namespace

Drops Router::State::drops() const {
  Drops drops;
  for (forward::Forwarder* forwarder : forwarders) {
    add_forwarding(drops, *forwarder);
  }
  for (const auto& worker : workers) {
    add_thread(drops, worker->classifier(), worker->link());
  }
  add_thread(drops, management.classifier(), management.link());
  add_links(drops);
  return drops;
}

/// What never became an Interest or Data: refused by the link service, by a UDP channel before it had a Face,
/// or by a port.
void Router::State::add_links(Drops& drops) const {
  std::uint64_t parsed = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(wire::ParseOutcome::count); ++i) {
    const auto outcome = static_cast<wire::ParseOutcome>(i);
    for (const auto& worker : workers) {
      parsed += worker->classifier().malformed(outcome).value();
    }
    parsed += management.classifier().malformed(outcome).value();
  }
  // Faces count both kinds; what the parser refused is listed by reason already.
  const std::uint64_t all = faces.malformed();
  drops["link_malformed"] += all > parsed ? all - parsed : 0;
  for (const auto& listener : udp) {
    const auto& counters = listener.channel->transport_counters();
    drops["link_oversized"] += counters.in_oversized.value();
    drops["faces_full"] += counters.faces_full.value();
    drops["no_buffer"] += counters.in_no_buffer.value();
  }
  add_shared_room(drops);
  for (const auto& port : ports) {
    count_port(drops, port.transport->counters());
    for (const auto* branch : port.branches) {
      count_port(drops, branch->counters());
    }
  }
}

/// What went because its source had too much of what Faces share.
void Router::State::add_shared_room(Drops& drops) const {
  drops["faces_full"] += streams_refused;
  drops["faces_gave_way"] += faces.gave_way();
  for (const auto& buffers : link_buffers) {
    drops["reassembly_share"] += buffers->reassembler.refused();
    drops["send_share"] += buffers->waiting.buffers().refused();
  }
}

}  // namespace augustus::worker
