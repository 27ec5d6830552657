// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "worker/placement/topology.hh"

namespace augustus::worker {

/// Which NUMA nodes have a replica of the FIB, and which of them each worker reads.
struct FibNodes {
  std::vector<int> nodes;                   ///< of each replica, by the system's number; any_node: anywhere
  std::vector<unsigned> replica_of_worker;  ///< index into nodes
};

/// A replica for each node that a worker is pinned to; workers that are not pinned read the first. One
/// replica, anywhere, when no worker is pinned or the machine has one node. `worker_cpus`: as in
/// PlacementPlan.
FibNodes place_fibs(const Topology& topology, std::span<const int> worker_cpus, unsigned workers);

}  // namespace augustus::worker
