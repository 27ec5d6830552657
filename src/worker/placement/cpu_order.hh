// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <vector>

#include "worker/placement/placement_plan.hh"

namespace augustus::worker {

/// The usable CPUs in the order in which workers take them under this policy; `near` are the NUMA nodes of
/// ports. The core `spare_core` (-1: none) comes last of those as good otherwise: management will have it.
std::vector<const Cpu*> order_cpus(const Topology& topology, PlacementPolicy policy,
                                   const std::set<int>& near, int spare_core);

}  // namespace augustus::worker
