// SPDX-License-Identifier: Apache-2.0
#include "worker/placement/fib_nodes.hh"

#include <algorithm>

#include "base/mapped_memory.hh"

namespace augustus::worker {
namespace {

/// The system's number of the worker's node; any_node: it is not pinned, or the CPU is not known.
int node_of(const Topology& topology, std::span<const int> worker_cpus, unsigned worker) {
  const Cpu* const cpu = worker < worker_cpus.size() ? topology.find(worker_cpus[worker]) : nullptr;
  const auto node = cpu != nullptr ? topology.system_nodes.find(cpu->node) : topology.system_nodes.end();
  return node != topology.system_nodes.end() ? node->second : any_node;
}

}  // namespace

FibNodes place_fibs(const Topology& topology, std::span<const int> worker_cpus, unsigned workers) {
  FibNodes placed;
  for (unsigned worker = 0; worker < workers && topology.system_nodes.size() > 1; ++worker) {
    const int node = node_of(topology, worker_cpus, worker);
    if (node != any_node && std::ranges::find(placed.nodes, node) == placed.nodes.end()) {
      placed.nodes.push_back(node);
    }
  }
  if (placed.nodes.empty()) {
    placed.nodes.push_back(any_node);
  }
  for (unsigned worker = 0; worker < workers; ++worker) {
    const auto found = std::ranges::find(placed.nodes, node_of(topology, worker_cpus, worker));
    placed.replica_of_worker.push_back(
        found != placed.nodes.end() ? static_cast<unsigned>(found - placed.nodes.begin()) : 0);
  }
  return placed;
}

}  // namespace augustus::worker
