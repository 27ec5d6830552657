// SPDX-License-Identifier: Apache-2.0
#include "worker/placement/cpu_order.hh"

#include <algorithm>
#include <map>
#include <tuple>

namespace augustus::worker {
namespace {

/// What a CPU is compared by: smaller comes first.
struct Rank {
  const Cpu* cpu;
  int thread;  ///< of the core's usable ones
  int far;     ///< 0 where a port is near
  int socket;  ///< sockets with ports first
  int in_socket;
  int node;
  int in_cache;  ///< the core's number below its cache
  int spare;
};

/// Numbers values from 0 in the order in which they come.
int number_of(std::map<int, int>& numbers, int value) {
  return numbers.try_emplace(value, static_cast<int>(numbers.size())).first->second;
}

std::vector<Rank> rank(const Topology& topology, const std::set<int>& near, int spare_core) {
  std::vector<const Cpu*> usable;
  for (const Cpu& cpu : topology.cpus) {
    if (cpu.usable) {
      usable.push_back(&cpu);
    }
  }
  const auto is_far = [&near](const Cpu* cpu) { return !near.empty() && !near.contains(cpu->node) ? 1 : 0; };
  std::ranges::stable_sort(usable, {}, is_far);
  std::map<int, int> threads;
  std::map<int, int> sockets;
  std::map<int, std::map<int, int>> cores_of_socket;
  std::map<int, std::map<int, int>> cores_of_cache;
  std::vector<Rank> ranks;
  for (const Cpu* cpu : usable) {
    ranks.push_back({.cpu = cpu,
                     .thread = threads[cpu->core]++,
                     .far = is_far(cpu),
                     .socket = number_of(sockets, cpu->socket),
                     .in_socket = number_of(cores_of_socket[cpu->socket], cpu->core),
                     .node = cpu->node,
                     .in_cache = number_of(cores_of_cache[cpu->cache], cpu->core),
                     .spare = cpu->core == spare_core ? 1 : 0});
  }
  return ranks;
}

using Key = std::tuple<int, int, int, int, int, int>;

Key key_of(const Rank& rank, PlacementPolicy policy) {
  const Cpu& cpu = *rank.cpu;
  switch (policy) {
    case PlacementPolicy::hyper_threading:
      return {rank.spare, rank.socket, rank.in_socket, rank.thread, 0, 0};
    case PlacementPolicy::single_socket:
      return {rank.thread, rank.spare, rank.socket, rank.in_socket, 0, 0};
    case PlacementPolicy::dual_socket:
      return {rank.thread, rank.spare, rank.in_socket, rank.socket, 0, 0};
    default:
      return {rank.thread, rank.far, rank.spare, rank.in_cache, cpu.cache, cpu.core};
  }
}

}  // namespace

std::vector<const Cpu*> order_cpus(const Topology& topology, PlacementPolicy policy,
                                   const std::set<int>& near, int spare_core) {
  std::vector<Rank> ranks = rank(topology, near, spare_core);
  std::ranges::stable_sort(ranks, {}, [policy](const Rank& rank) { return key_of(rank, policy); });
  std::vector<const Cpu*> order;
  for (const Rank& rank : ranks) {
    order.push_back(rank.cpu);
  }
  return order;
}

}  // namespace augustus::worker
