// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "worker/placement/topology.hh"

namespace augustus::worker {

/// Where workers go. The last three are those of the Augustus paper (ICN 2016, section 4.2).
enum class PlacementPolicy : std::uint8_t {
  automatic,        ///< as the machine and the ports suggest; not pinned where workers sleep
  none,             ///< not pinned
  spread,           ///< the automatic rule, pinned in any case
  hyper_threading,  ///< both threads of a core before the next core
  single_socket,    ///< a core each, all of one socket before the next
  dual_socket,      ///< a core each, sockets in turn
};

/// As the configuration calls it: "hyper-threading".
std::string_view name_of(PlacementPolicy policy);

/// A DPDK port, as far as placement is concerned.
struct PortPlace {
  std::string name;
  int node = -1;     ///< NUMA node of its device; -1: unknown
  bool pci = false;  ///< a device of its own, not a driver over the kernel or another process
  bool dispatched = false;  ///< a dispatcher drives it, not a worker
};

struct PlacementRequest {
  unsigned workers = 1;
  unsigned dispatchers = 0;
  PlacementPolicy policy = PlacementPolicy::automatic;
  std::vector<int> worker_cpus;  ///< one for each worker, or none: these, whatever the policy
  int management_cpu = -1;       ///< -1: chosen
  std::vector<PortPlace> ports;
};

inline constexpr int cpu_none = -1;

struct PlacementPlan {
  std::vector<int> worker_cpus;        ///< cpu_none: not pinned
  std::vector<int> dispatcher_cpus;    ///< likewise
  int management_cpu = cpu_none;       ///< cpu_none: not pinned
  std::vector<unsigned> port_workers;  ///< the worker, or the dispatcher, that drives each port
  std::vector<std::string> reasons;    ///< why, a sentence each
};

/// Applies the rule that docs/placement.md states. Throws std::invalid_argument, with what could be done, for
/// a CPU that the process may not use or a named placement that does not fit the machine.
PlacementPlan plan_placement(const Topology& topology, const PlacementRequest& request);

/// The machine with its threads, as text of at most 100 columns, and the reasons.
std::string draw_placement(const Topology& topology, const PlacementRequest& request,
                           const PlacementPlan& plan);

}  // namespace augustus::worker
