// SPDX-License-Identifier: Apache-2.0
#include "worker/router_figures.hh"

#include <algorithm>

#include "store/ssd/ssd_tier.hh"
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

constexpr double seconds_per_ns = 1e-9;

double seconds(std::uint64_t ns) {
  return static_cast<double>(ns) * seconds_per_ns;
}

PartitionFigures figures_of(forward::Forwarder& forwarder) {
  const auto& store = forwarder.content_store();
  return {.counters = &forwarder.counters(),
          .ssd = store.has_ssd() ? &store.ssd().counters() : nullptr,
          .pit_entries = forwarder.name_table().pit_size(),
          .name_entries = forwarder.name_table().size(),
          .cs_entries = store.size(),
          .cs_bytes = store.bytes()};
}

TableFigures sum_of(std::string name, const std::vector<PartitionFigures>& partitions,
                    std::uint64_t PartitionFigures::*entries, std::uint64_t capacity) {
  std::uint64_t sum = 0;
  for (const auto& partition : partitions) {
    sum += partition.*entries;
  }
  return {std::move(name), sum, capacity};
}

}  // namespace

std::vector<TableFigures> Router::State::table_figures(const std::vector<PartitionFigures>& parts) const {
  return {sum_of("pit", parts, &PartitionFigures::pit_entries, options.pit_records_max),
          sum_of("names", parts, &PartitionFigures::name_entries, options.name_entries_max),
          sum_of("cs", parts, &PartitionFigures::cs_entries, options.store.capacity_packets),
          {"fib", fib.size(), fib.capacity()},
          {"strategy_choice", strategies.size(), options.strategy_prefixes_max},
          {"faces", faces.size(), faces.capacity()},
          {"packet_buffers", pool.in_use(), std::uint64_t{options.small_packets} + options.large_packets}};
}

std::vector<ThreadFigures> Router::State::thread_figures(const LoadMeter::Sums& sums) const {
  const auto& before = load.reference();
  const double window = seconds(sums.at - before.at);
  std::vector<ThreadFigures> figures;
  for (unsigned number = 0; number < workers.size(); ++number) {
    const double lately = seconds(sums.workers_ns[number] - before.workers_ns[number]);
    figures.push_back({.number = number,
                       .dispatcher = number >= options.workers,
                       .cpu = cpu_of(number),
                       .partitions = workers[number]->partition_count(),
                       .passed = workers[number]->link().passed(),
                       .busy_seconds = seconds(sums.workers_ns[number]),
                       .busy_ratio = window > 0 ? std::min(1.0, lately / window) : 0});
  }
  return figures;
}

RouterFigures Router::figures() {
  RouterFigures figures;
  figures.start_wall_ns = state_->start_wall_ns;
  const auto sums = state_->load_sums();
  for (unsigned number = 0; number < state_->partition_count; ++number) {
    auto& partition = figures.partitions.emplace_back(figures_of(*state_->forwarders[number]));
    partition.number = number;
    partition.worker = state_->partitions.owner(number);
    partition.busy_seconds = seconds(sums.partitions_ns[number]);
  }
  figures.threads = state_->thread_figures(sums);
  figures.tables = state_->table_figures(figures.partitions);
  for (const auto& port : state_->ports) {
    auto& of_port = figures.ports.emplace_back();
    of_port.name = port.transport->name();
    of_port.up = port.transport->is_up();
    of_port.counters = {&port.transport->counters()};
    for (const auto* branch : port.branches) {
      of_port.counters.push_back(&branch->counters());
    }
  }
  for (const auto& listener : state_->udp) {
    figures.sockets.push_back({listener.channel->local_uri(), &listener.channel->transport_counters()});
  }
  for (auto& [reason, count] : state_->drops()) {
    figures.drops.emplace_back(reason, count);
  }
  figures.pools = state_->pools();
  return figures;
}

}  // namespace augustus::worker
