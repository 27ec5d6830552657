// SPDX-License-Identifier: Apache-2.0
#include "worker/placement/placement_plan.hh"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "worker/placement/cpu_order.hh"

namespace augustus::worker {
namespace {

using Names = std::array<std::pair<PlacementPolicy, std::string_view>, 6>;
constexpr Names policy_names{{{PlacementPolicy::automatic, "auto"},
                              {PlacementPolicy::none, "none"},
                              {PlacementPolicy::spread, "spread"},
                              {PlacementPolicy::hyper_threading, "hyper-threading"},
                              {PlacementPolicy::single_socket, "single-socket"},
                              {PlacementPolicy::dual_socket, "dual-socket"}}};

/// "1 core", "2 cores".
std::string count(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

/// Makes one plan.
class Planner {
 public:
  Planner(const Topology& topology, const PlacementRequest& request)
      : topology_(topology), request_(request), policy_(request.policy) {}

  PlacementPlan make() {
    plan_.worker_cpus.assign(request_.workers, cpu_none);
    plan_.dispatcher_cpus.assign(request_.dispatchers, cpu_none);
    find_near();
    if (!request_.worker_cpus.empty()) {
      take_given();
    } else if (pins()) {
      check_named();
      take_in_order();
    }
    place_management();
    assign_ports();
    return std::move(plan_);
  }

 private:
  unsigned cpus() const { return topology_.count_usable(&Cpu::cpu); }
  unsigned cores() const { return topology_.count_usable(&Cpu::core); }
  unsigned threads() const { return request_.workers + request_.dispatchers; }
  /// "2 workers", "2 workers and 1 dispatcher".
  std::string those() const {
    return count(request_.workers, "worker") +
           (request_.dispatchers == 0 ? "" : " and " + count(request_.dispatchers, "dispatcher"));
  }
  template <typename... Arguments>
  void because(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    plan_.reasons.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }
  template <typename... Arguments>
  [[noreturn]] void refuse(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    throw std::invalid_argument(fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  void check_usable(int cpu, std::string_view key) const {
    const Cpu* found = topology_.find(cpu);
    if (found == nullptr) {
      refuse("{}: there is no CPU {}", key, cpu);
    }
    if (!found->usable) {
      refuse("{}: CPU {} is kept from this process by its cgroup or affinity mask", key, cpu);
    }
  }

  void find_near() {
    for (const PortPlace& port : request_.ports) {
      if (port.node >= 0) {
        near_.insert(port.node);
        because("{}'s device is on NUMA node {}.", port.name, port.node);
      }
    }
    if (!near_.empty()) {
      return;
    }
    std::map<int, std::set<int>> cores_of_node;
    for (const Cpu& cpu : topology_.cpus) {
      if (cpu.usable) {
        cores_of_node[cpu.node].insert(cpu.core);
      }
    }
    const auto largest =
        std::ranges::max_element(cores_of_node, {}, [](const auto& node) { return node.second.size(); });
    if (cores_of_node.size() > 1) {
      near_.insert(largest->first);
      home_ = largest->first;
    }
  }

  void take_given() {
    because("[workers] cpus names the CPUs of the workers.");
    std::set<int> different;
    for (const int cpu : request_.worker_cpus) {
      check_usable(cpu, "workers.cpus");
      if (!different.insert(cpu).second) {
        because("CPU {} is named twice: its workers take turns.", cpu);
      }
    }
    plan_.worker_cpus = request_.worker_cpus;
  }

  bool pins() {
    if (policy_ == PlacementPolicy::none) {
      because("[workers] placement = \"none\": the kernel places the threads.");
      return false;
    }
    if (policy_ != PlacementPolicy::automatic) {
      return true;
    }
    if (std::ranges::none_of(request_.ports, &PortPlace::pci)) {
      because(
          "No port is a PCI device: workers nap or sleep when they have little to do, and the kernel places "
          "them.");
      return false;
    }
    if (cpus() < threads()) {
      because("{} for {}: the kernel places the threads.", count(cpus(), "usable CPU"), those());
      return false;
    }
    because("Workers poll PCI devices: each has a CPU of its own.");
    return true;
  }

  void check_named() const {
    if (cpus() < threads()) {
      refuse("workers.placement: \"{}\" needs a CPU for each worker; {} for {}", name_of(policy_),
             count(cpus(), "usable CPU"),
             request_.dispatchers == 0 ? std::to_string(request_.workers) : those());
    }
    if (policy_ == PlacementPolicy::dual_socket && topology_.count_usable(&Cpu::socket) < 2) {
      refuse("workers.placement: \"dual-socket\" needs two sockets; this process has CPUs of one");
    }
    if (policy_ == PlacementPolicy::hyper_threading && cpus() == cores()) {
      refuse("workers.placement: \"hyper-threading\" needs cores with two usable threads; there are none");
    }
  }

  /// The core of the first CPU, where the kernel does most of its own work.
  int spare_core() const {
    if (cores() <= threads() || request_.management_cpu >= 0) {
      return -1;
    }
    const Cpu* first = nullptr;
    for (const Cpu& cpu : topology_.cpus) {
      if (cpu.usable && (first == nullptr || cpu.cpu < first->cpu)) {
        first = &cpu;
      }
    }
    return first->core;
  }

  void take_in_order() {
    const auto order = order_cpus(topology_, policy_, near_, spare_core());
    std::set<int> cores_taken;
    unsigned shared = 0;
    unsigned far = 0;
    for (const Cpu* cpu : order) {
      if (taken_.size() == threads()) {
        break;
      }
      if (cpu->cpu == request_.management_cpu && order.size() > threads()) {
        continue;
      }
      if (taken_.size() < request_.workers) {
        plan_.worker_cpus[taken_.size()] = cpu->cpu;
      } else {
        plan_.dispatcher_cpus[taken_.size() - request_.workers] = cpu->cpu;
      }
      taken_.insert(cpu->cpu);
      shared += cores_taken.insert(cpu->core).second ? 0 : 1;
      far += near_.empty() || near_.contains(cpu->node) ? 0 : 1;
    }
    explain_order(shared, far);
    if (request_.dispatchers != 0) {
      because("Dispatchers are placed as workers are, after them.");
    }
  }

  void explain_order(unsigned shared, unsigned far) {
    switch (policy_) {
      case PlacementPolicy::hyper_threading:
        because("\"hyper-threading\": both threads of a core are taken before the next core.");
        return;
      case PlacementPolicy::single_socket:
        because("\"single-socket\": a core for each worker, all of one socket before the next.");
        break;
      case PlacementPolicy::dual_socket:
        because("\"dual-socket\": a core for each worker, sockets in turn.");
        break;
      default:
        if (home_) {
          because("No port tells a NUMA node: node {} has the most usable cores.", *home_);
        }
        because("Workers have cores of their own, spread over the last-level caches of {}.",
                near_.empty() ? "the machine"
                : home_       ? "that node"
                              : "the ports' nodes");
        if (far != 0) {
          because("These nodes have too few cores: {} on another.", count(far, "worker"));
        }
        break;
    }
    if (shared != 0) {
      because("There are {} for {}: {} a core with another.", count(cores(), "usable core"), those(),
              shared == 1 ? "1 thread shares" : fmt::format("{} threads share", shared));
    }
  }

  void place_management() {
    if (request_.management_cpu >= 0) {
      check_usable(request_.management_cpu, "workers.management_cpu");
      plan_.management_cpu = request_.management_cpu;
      because("[workers] management_cpu names the management thread's CPU.");
      return;
    }
    if (taken_.empty()) {
      return;
    }
    const auto order = order_cpus(topology_, PlacementPolicy::spread, near_, -1);
    const int spare = spare_core();
    const auto on_spare = std::ranges::find(order, spare, [](const Cpu* cpu) { return cpu->core; });
    if (on_spare != order.end()) {
      plan_.management_cpu = (*on_spare)->cpu;
      because(
          "The management thread has the core of CPU {}, the lowest: the kernel does most of its own work "
          "there.",
          plan_.management_cpu);
      return;
    }
    for (const Cpu* cpu : order) {
      if (!taken_.contains(cpu->cpu)) {
        plan_.management_cpu = cpu->cpu;
        because("No core is left: the management thread shares the core of CPU {} with a worker.", cpu->cpu);
        return;
      }
    }
    because("No CPU is left for the management thread: the kernel places it.");
  }

  /// Each port to a worker, or a dispatcher, on its node, those with the fewest ports first.
  void assign_ports() {
    std::vector<unsigned> of_workers(request_.workers, 0);
    std::vector<unsigned> of_dispatchers(request_.dispatchers, 0);
    for (const PortPlace& port : request_.ports) {
      const bool dispatched = port.dispatched && request_.dispatchers != 0;
      const auto& thread_cpus = dispatched ? plan_.dispatcher_cpus : plan_.worker_cpus;
      auto& load = dispatched ? of_dispatchers : of_workers;
      unsigned best = 0;
      const auto cost = [&](unsigned thread) {
        const Cpu* cpu = topology_.find(thread_cpus[thread]);
        const bool away = port.node >= 0 && cpu != nullptr && cpu->node != port.node;
        return std::pair{away, load[thread]};
      };
      for (unsigned thread = 1; thread < load.size(); ++thread) {
        best = cost(thread) < cost(best) ? thread : best;
      }
      plan_.port_workers.push_back(best);
      ++load[best];
    }
  }

  const Topology& topology_;
  const PlacementRequest& request_;
  PlacementPolicy policy_;
  std::set<int> near_;
  std::optional<int> home_;  ///< the node taken for want of a port's
  std::set<int> taken_;
  PlacementPlan plan_;
};

}  // namespace

std::string_view name_of(PlacementPolicy policy) {
  return std::ranges::find(policy_names, policy, &Names::value_type::first)->second;
}

PlacementPlan plan_placement(const Topology& topology, const PlacementRequest& request) {
  return Planner(topology, request).make();
}

}  // namespace augustus::worker
