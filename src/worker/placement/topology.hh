// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace augustus::worker {

/// One hardware thread and what it shares with others. Numbers of sockets, nodes, caches and cores count from
/// 0 over the machine, in hwloc's order; `cpu` is the system's own number.
struct Cpu {
  int cpu = 0;
  int socket = 0;
  int node = 0;   ///< NUMA
  int cache = 0;  ///< its last-level cache, or the socket where there is none
  int core = 0;
  int thread = 0;      ///< of the core: 0 for the first
  bool usable = true;  ///< neither cgroup nor affinity mask of the process keeps it out
};

/// The CPUs of a machine, core by core.
struct Topology {
  std::vector<Cpu> cpus;
  std::map<int, std::uint64_t> cache_bytes;  ///< of each last-level cache
  std::map<std::string, int> pci_nodes;      ///< NUMA node of each PCI device known, "0000:01:00.0"
  std::map<int, int> system_nodes;           ///< the system's own number of each NUMA node

  const Cpu* find(int cpu) const;
  /// How many different cores, sockets... the usable CPUs have: count_usable(&Cpu::core).
  unsigned count_usable(int Cpu::*what) const;

  /// This machine; usable is what the calling thread's affinity mask allows. Throws std::runtime_error when
  /// hwloc cannot say.
  static Topology of_machine();
  /// One recorded as hwloc's XML (lstopo FILE.xml). Throws std::runtime_error.
  static Topology from_xml(const std::string& path);
};

/// The NUMA node of a port's device: a PCI address of `topology`, or, on this machine, the network interface
/// in "net_af_packet0,iface=eth1". -1: unknown, or it has none.
int node_of_device(const Topology& topology, const std::string& device);

}  // namespace augustus::worker
