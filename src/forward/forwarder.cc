// SPDX-License-Identifier: Apache-2.0
#include "forward/forwarder.hh"

#include <algorithm>

#include "forward/forwarder_state.hh"
#include "forward/named_trace.hh"
#include "forward/pipeline.hh"
#include "forward/record_life.hh"
#include "forward/stages/await_ssd.hh"
#include "forward/trace/name_sampler.hh"

namespace augustus::forward {
namespace {

/// PIT records that one call of expire() ends at most.
constexpr unsigned expire_burst = 256;
/// Where a pool is short and no packet comes.
constexpr TimeNs giving_way_interval = nanoseconds_per_millisecond;

}  // namespace

Forwarder::Forwarder(const PartitionOptions& options, const SharedTables& shared, PacketPool& pool,
                     Egress& egress)
    : state_(std::make_unique<State>(options, shared, pool, egress)) {}

Forwarder::~Forwarder() = default;

void Forwarder::process(std::span<rte_mbuf*> packets, std::span<wire::PacketView> views, TimeNs now) {
  if (NameSampler* sampler = state_->shared.sampling(); sampler != nullptr) [[unlikely]] {
    sampler->sample(packets, views);
  }
  if (TraceSession* trace = state_->shared.tracing(); trace != nullptr) [[unlikely]] {
    process_traced(*trace, packets, views, now);
  } else {
    run(packets, views, now);
  }
  state_->check(packets.size());
}

void Forwarder::run(std::span<rte_mbuf*> packets, std::span<wire::PacketView> views, TimeNs now) {
  auto context = state_->context(now);
  auto& items = state_->items;
  Burst data, nacks, interests;
  FaceAttributes ingress;  // of the packet before, which mostly came by the same Face
  const auto count = std::min<std::size_t>(packets.size(), burst_packets_max);
  for (std::size_t i = 0; i < count; ++i) {
    const FaceId face = arrival_of(packets[i]).face;
    if (face != ingress.id || i == 0) {
      ingress = state_->shared.faces.find(face);
    }
    new (&items[i]) Item{.packet = packets[i], .view = &views[i], .ingress = ingress};
    switch (views[i].kind) {
      case wire::PacketKind::data:
        data.push(items[i]);
        break;
      case wire::PacketKind::nack:
        nacks.push(items[i]);
        break;
      case wire::PacketKind::interest:
        interests.push(items[i]);
        break;
    }
  }
  // Data first: an Interest of the same burst then finds it in the content store.
  forward_data(context, data);
  forward_nacks(context, nacks);
  forward_interests(context, interests);
  if (count < packets.size()) {
    run(packets.subspan(count), views.subspan(count), now);
  }
}

bool Forwarder::poll_ssd(TimeNs now) {
  if (!state_->store.ssd_busy()) {
    return false;
  }
  const NamedTrace traced(*state_, now);
  auto context = state_->context(now);
  const bool any = resume_from_ssd(context);
  state_->flush(context);
  if (any) {
    state_->check();
  }
  return any;
}

TimeNs Forwarder::ssd_due() const {
  return state_->store.ssd_due();
}

TimeNs Forwarder::expire(TimeNs now) {
  const NamedTrace traced(*state_, now);
  auto context = state_->context(now);
  bool any = false;
  state_->table.expire(now, expire_burst, [&](table::PitRecord& record) {
    any = true;
    if (state_->table.has_in(record)) {
      traced.expired(record);
      state_->counters.drop(Drop::expired);
    }
    finish_record(context, record);
  });
  const bool is_short = state_->giving_way.run(context, [&](const table::PitRecord& record) {
    any = true;
    traced.expired(record);
  });
  state_->strategies.run_timers(context);
  state_->flush(context);
  if (any) {
    state_->check();
  }
  const TimeNs next = std::min(state_->table.next_expiry(), state_->strategies.next_timer());
  return is_short ? std::min(next, now + giving_way_interval) : next;
}

void Forwarder::set_egress(Egress& egress) {
  state_->leave_by(&egress);
}

bool Forwarder::take_malformed(rte_mbuf* packet, TimeNs now) {
  if (!state_->engine) {
    return false;
  }
  auto context = state_->context(now);
  return state_->engine->take_malformed(context, packet);
}

std::unique_ptr<Engine> Forwarder::set_engine(std::unique_ptr<Engine> engine) {
  std::swap(state_->engine, engine);
  state_->leave_by(state_->outside);
  return engine;
}

const Engine* Forwarder::engine() const {
  return state_->engine.get();
}

const ForwardCounters& Forwarder::counters() const {
  return state_->counters;
}

store::ContentStore& Forwarder::content_store() {
  return state_->store;
}

std::uint64_t Forwarder::digests_computed() const {
  return state_->digests.computed();
}

const table::NameTable& Forwarder::name_table() const {
  return state_->table;
}

}  // namespace augustus::forward
