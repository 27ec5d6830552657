// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "worker/placement/placement_plan.hh"

namespace augustus::worker {
namespace {

constexpr std::size_t columns = 8;

std::string role_of(const Cpu& cpu, const PlacementPlan& plan) {
  std::string role;
  const auto add = [&role](const std::string& more) { role += (role.empty() ? "" : ",") + more; };
  if (plan.management_cpu == cpu.cpu) {
    add("mgmt");
  }
  for (std::size_t i = 0; i < plan.worker_cpus.size(); ++i) {
    if (plan.worker_cpus[i] == cpu.cpu) {
      add(fmt::format("w{}", i));
    }
  }
  for (std::size_t i = 0; i < plan.dispatcher_cpus.size(); ++i) {
    if (plan.dispatcher_cpus[i] == cpu.cpu) {
      add(fmt::format("d{}", i));
    }
  }
  return !role.empty() ? role : cpu.usable ? "." : "x";
}

std::string title(const Topology& topology, const Cpu& cpu, const PlacementRequest& request) {
  std::string text = fmt::format("socket {}, NUMA node {}", cpu.socket, cpu.node);
  if (const auto cache = topology.cache_bytes.find(cpu.cache); cache != topology.cache_bytes.end()) {
    text += fmt::format(", cache {} of {} MB", cpu.cache, cache->second >> 20);
  }
  for (const PortPlace& port : request.ports) {
    text += port.node == cpu.node ? fmt::format(", {} near", port.name) : "";
  }
  return text + "\n";
}

/// The cores below one cache: a column each, their threads below one another.
std::string draw_cores(const std::map<int, std::vector<const Cpu*>>& cores, const PlacementPlan& plan) {
  std::string text;
  for (auto row = cores.begin(); row != cores.end();) {
    auto end = row;
    std::size_t threads = 0;
    for (std::size_t i = 0; i < columns && end != cores.end(); ++i, ++end) {
      threads = std::max(threads, end->second.size());
    }
    text += "  core ";
    for (auto core = row; core != end; ++core) {
      text += fmt::format("|{:<10}", core->first);
    }
    text += "|\n";
    for (std::size_t thread = 0; thread < threads; ++thread) {
      text += thread == 0 ? "  cpu  " : "       ";
      for (auto core = row; core != end; ++core) {
        const bool there = thread < core->second.size();
        const Cpu* cpu = there ? core->second[thread] : nullptr;
        text += fmt::format("|{:<10}", there ? fmt::format("{:<4}{}", cpu->cpu, role_of(*cpu, plan)) : "");
      }
      text += "|\n";
    }
    row = end;
  }
  return text;
}

std::string draw_list(const PlacementRequest& request, const PlacementPlan& plan) {
  const auto place = [](int cpu) { return cpu == cpu_none ? "any CPU" : fmt::format("CPU {}", cpu); };
  std::string text = fmt::format("management: {}\n", place(plan.management_cpu));
  const auto list = [&](std::string_view kind, const std::vector<int>& cpus, bool dispatched) {
    for (std::size_t i = 0; i < cpus.size(); ++i) {
      text += fmt::format("{} {}: {}", kind, i, place(cpus[i]));
      for (std::size_t port = 0; port < plan.port_workers.size(); ++port) {
        const bool drives = request.ports[port].dispatched == dispatched && plan.port_workers[port] == i;
        text += drives ? ", drives " + request.ports[port].name : "";
      }
      text += "\n";
    }
  };
  list("worker", plan.worker_cpus, false);
  list("dispatcher", plan.dispatcher_cpus, true);
  return text;
}

}  // namespace

std::string draw_placement(const Topology& topology, const PlacementRequest& request,
                           const PlacementPlan& plan) {
  std::map<int, std::map<int, std::vector<const Cpu*>>> caches;
  for (const Cpu& cpu : topology.cpus) {
    caches[cpu.cache][cpu.core].push_back(&cpu);
  }
  std::string text;
  for (const auto& [cache, cores] : caches) {
    text += title(topology, *cores.begin()->second.front(), request) + draw_cores(cores, plan) + "\n";
  }
  text += fmt::format("mgmt: management thread, w0: worker 0, {}.: free, x: not for this process\n\n",
                      request.dispatchers == 0 ? "" : "d0: dispatcher 0, ");
  text += draw_list(request, plan) + "\nWhy:\n";
  for (const std::string& reason : plan.reasons) {
    text += "- " + reason + "\n";
  }
  return text;
}

}  // namespace augustus::worker
