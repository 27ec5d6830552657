// SPDX-License-Identifier: Apache-2.0
#include <rte_cycles.h>

#include <algorithm>

#include "base/log.hh"
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

double part(std::uint64_t now, std::uint64_t before, std::uint64_t whole) {
  return whole == 0 || now <= before
             ? 0
             : std::min(1.0, static_cast<double>(now - before) / static_cast<double>(whole));
}

std::uint64_t packets_of(const forward::ForwardCounters& counters) {
  return counters.interests.value() + counters.data.value() + counters.nacks.value();
}

}  // namespace

LoadMeter::Sums Router::State::load_sums() {
  LoadMeter::Sums sums;
  sums.at = monotonic_now();
  sums.partitions_ns.resize(partition_count);
  const double ns_per_cycle = 1e9 / static_cast<double>(rte_get_tsc_hz());
  for (const auto& worker : workers) {
    sums.workers_ns.push_back(worker->busy_ns());
  }
  for (unsigned number = 0; number < partition_count; ++number) {
    sums.partitions_ns[number] =
        static_cast<std::uint64_t>(static_cast<double>(busy_cycles[number].cycles.value()) * ns_per_cycle);
  }
  return sums;
}

void Router::on_partition(std::uint32_t partition, const std::function<void(forward::Forwarder&)>& work) {
  state_->on_worker(state_->partitions.owner(partition), [&](Worker& worker) {
    // One that was handed over may still be on its way in.
    worker.adopt_arrivals();
    work(*state_->forwarders[partition]);
    return true;
  });
}

MoveOutcome Router::move_partition(std::uint32_t partition, std::uint32_t worker) {
  if (partition >= state_->partition_count) {
    return MoveOutcome::no_such_partition;
  }
  if (worker >= state_->options.workers) {
    return MoveOutcome::no_such_worker;
  }
  const unsigned owner = state_->partitions.owner(partition);
  if (owner == worker) {
    return MoveOutcome::ok;
  }
  Worker& receiver = *state_->workers[worker];
  state_->on_worker(owner, [&](Worker& giver) {
    giver.hand_over(partition, receiver);
    return true;
  });
  state_->on_worker(worker, [](Worker& taker) {
    taker.adopt_arrivals();
    return true;
  });
  log(LogModule::worker).info("partition {} moved from worker {} to worker {}", partition, owner, worker);
  return MoveOutcome::ok;
}

LoadStatus Router::load() {
  const auto sums = state_->load_sums();
  const auto& before = state_->load.reference();
  LoadStatus load;
  load.window_ns = sums.at - before.at;
  load.partitions.resize(state_->partition_count);
  for (unsigned number = 0; number < state_->workers.size(); ++number) {
    const std::uint64_t busy_ns = sums.workers_ns[number] - before.workers_ns[number];
    WorkerStatus of_worker{.number = number,
                           .dispatcher = number >= state_->options.workers,
                           .cpu = state_->cpu_of(number),
                           .busy = part(busy_ns, 0, load.window_ns)};
    state_->on_worker(number, [&](Worker& worker) {
      for (const auto& own : worker.partitions()) {
        const std::uint64_t packets = packets_of(own->forwarder->counters());
        load.partitions[own->number] = {
            .number = own->number,
            .worker = number,
            .packets = packets,
            .pit_entries = own->forwarder->name_table().pit_size(),
            .cs_entries = own->forwarder->content_store().size(),
            .pit_structure = own->forwarder->name_table().structure(),
            .share = part(sums.partitions_ns[own->number], before.partitions_ns[own->number], busy_ns)};
        of_worker.packets += packets;
        ++of_worker.partitions;
      }
      return true;
    });
    load.workers.push_back(of_worker);
  }
  return load;
}

}  // namespace augustus::worker
