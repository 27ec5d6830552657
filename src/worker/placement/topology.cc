// SPDX-License-Identifier: Apache-2.0
#include "worker/placement/topology.hh"

#include <fmt/core.h>
#include <hwloc.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>

namespace augustus::worker {
namespace {

struct Destroy {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
  void operator()(hwloc_bitmap_s* bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Hwloc = std::unique_ptr<hwloc_topology, Destroy>;
using Bitmap = std::unique_ptr<hwloc_bitmap_s, Destroy>;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", what, std::strerror(errno)));
}

Hwloc make() {
  hwloc_topology* made = nullptr;
  if (hwloc_topology_init(&made) != 0) {
    fail("hwloc");
  }
  Hwloc topology(made);
  hwloc_topology_set_io_types_filter(made, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
  // What the process may not use is in the picture too.
  hwloc_topology_set_flags(made, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  return topology;
}

int index_of(hwloc_obj_t unit, hwloc_obj_type_t type, int otherwise) {
  for (hwloc_obj_t object = unit; object != nullptr; object = object->parent) {
    if (object->type == type) {
      return static_cast<int>(object->logical_index);
    }
  }
  return otherwise;
}

int node_of(hwloc_topology_t topology, hwloc_const_bitmap_t cpus) {
  hwloc_obj_t node = nullptr;
  while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr) {
    if (hwloc_bitmap_isincluded(cpus, node->cpuset) != 0) {
      return static_cast<int>(node->logical_index);
    }
  }
  return 0;
}

/// The largest cache above the CPU that is not the whole machine's; nullptr: none.
hwloc_obj_t last_level_cache(hwloc_obj_t unit) {
  hwloc_obj_t found = nullptr;
  for (hwloc_obj_t object = unit; object != nullptr; object = object->parent) {
    if (hwloc_obj_type_is_dcache(object->type) != 0) {
      found = object;
    }
  }
  return found;
}

/// PCI devices with the node that is nearest to them.
void read_devices(hwloc_topology_t hwloc, Topology& topology) {
  hwloc_obj_t device = nullptr;
  while ((device = hwloc_get_next_pcidev(hwloc, device)) != nullptr) {
    const auto& pci = device->attr->pcidev;
    const hwloc_obj_t place = hwloc_get_non_io_ancestor_obj(hwloc, device);
    // What hangs below the whole machine is as near to all nodes.
    if (place != nullptr && place->nodeset != nullptr && hwloc_bitmap_weight(place->nodeset) == 1) {
      topology.pci_nodes[fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.domain, pci.bus, pci.dev, pci.func)] =
          node_of(hwloc, place->cpuset);
    }
  }
}

Topology read(hwloc_topology_t hwloc, hwloc_const_bitmap_t usable) {
  Topology topology;
  std::map<int, int> threads_of_core;
  std::map<hwloc_obj_t, int> caches;
  hwloc_obj_t unit = nullptr;
  while ((unit = hwloc_get_next_obj_by_type(hwloc, HWLOC_OBJ_PU, unit)) != nullptr) {
    Cpu cpu;
    cpu.cpu = static_cast<int>(unit->os_index);
    cpu.socket = index_of(unit, HWLOC_OBJ_PACKAGE, 0);
    cpu.node = node_of(hwloc, unit->cpuset);
    cpu.core = index_of(unit, HWLOC_OBJ_CORE, static_cast<int>(unit->logical_index));
    cpu.thread = threads_of_core[cpu.core]++;
    if (const hwloc_obj_t cache = last_level_cache(unit)) {
      cpu.cache = caches.try_emplace(cache, static_cast<int>(caches.size())).first->second;
      topology.cache_bytes[cpu.cache] = cache->attr->cache.size;
    } else {
      cpu.cache = cpu.socket;
    }
    cpu.usable = hwloc_bitmap_isset(usable, unit->os_index) != 0;
    topology.cpus.push_back(cpu);
  }
  hwloc_obj_t node = nullptr;
  while ((node = hwloc_get_next_obj_by_type(hwloc, HWLOC_OBJ_NUMANODE, node)) != nullptr) {
    topology.system_nodes[static_cast<int>(node->logical_index)] = static_cast<int>(node->os_index);
  }
  read_devices(hwloc, topology);
  return topology;
}

int node_of_interface(const Topology& topology, const std::string& interface) {
  std::ifstream file("/sys/class/net/" + interface + "/device/numa_node");
  int node = -1;
  file >> node;
  const bool known = std::ranges::any_of(topology.cpus, [node](const Cpu& cpu) { return cpu.node == node; });
  return file && known ? node : -1;
}

}  // namespace

const Cpu* Topology::find(int cpu) const {
  const auto found = std::ranges::find(cpus, cpu, &Cpu::cpu);
  return found != cpus.end() ? &*found : nullptr;
}

unsigned Topology::count_usable(int Cpu::*what) const {
  std::set<int> different;
  for (const Cpu& cpu : cpus) {
    if (cpu.usable) {
      different.insert(cpu.*what);
    }
  }
  return static_cast<unsigned>(different.size());
}

Topology Topology::of_machine() {
  const Hwloc hwloc = make();
  const Bitmap usable(hwloc_bitmap_alloc());
  if (hwloc_topology_load(hwloc.get()) != 0 ||
      hwloc_get_cpubind(hwloc.get(), usable.get(), HWLOC_CPUBIND_THREAD) != 0) {
    fail("the machine's CPUs");
  }
  return read(hwloc.get(), usable.get());
}

Topology Topology::from_xml(const std::string& path) {
  const Hwloc hwloc = make();
  if (hwloc_topology_set_xml(hwloc.get(), path.c_str()) != 0 || hwloc_topology_load(hwloc.get()) != 0) {
    fail(path);
  }
  return read(hwloc.get(), hwloc_topology_get_allowed_cpuset(hwloc.get()));
}

int node_of_device(const Topology& topology, const std::string& device) {
  const std::string name = device.substr(0, device.find(','));
  if (const auto found = topology.pci_nodes.find(name); found != topology.pci_nodes.end()) {
    return found->second;
  }
  constexpr std::string_view key = ",iface=";
  const auto at = device.find(key);
  if (at == std::string::npos) {
    return -1;
  }
  const auto begin = at + key.size();
  return node_of_interface(topology, device.substr(begin, device.find(',', begin) - begin));
}

}  // namespace augustus::worker
