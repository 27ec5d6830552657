// SPDX-License-Identifier: Apache-2.0
#include "main/run/thread_placement.hh"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "base/log.hh"
#include "main/errors.hh"

namespace augustus {
namespace {

worker::PlacementRequest request_of(const manage::Config& config, const worker::Topology& topology) {
  worker::PlacementRequest request{.workers = config.router.workers,
                                   .dispatchers = config.router.dispatchers,
                                   .policy = config.placement,
                                   .worker_cpus = config.router.worker_cpus,
                                   .management_cpu = config.management_cpu};
  for (const auto& port : config.ports) {
    const auto& pci = config.router.pci_devices;
    const std::string device = port.device.substr(0, port.device.find(','));
    request.ports.push_back({.name = port.name,
                             .node = worker::node_of_device(topology, port.device),
                             .pci = std::ranges::find(pci, device) != pci.end(),
                             .dispatched = port.dispatch == face::PortDispatch::dispatcher});
  }
  return request;
}

worker::PlacementPlan plan(const worker::Topology& topology, const worker::PlacementRequest& request) {
  try {
    return worker::plan_placement(topology, request);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

/// Whether the plan is known without a look at the machine: every thread goes where the kernel has it.
bool leaves_all_to_kernel(const manage::Config& config) {
  const bool asks = !config.router.worker_cpus.empty() || config.management_cpu != worker::cpu_none;
  const bool by_itself = config.placement == worker::PlacementPolicy::automatic && config.ports.empty();
  return !asks && (by_itself || config.placement == worker::PlacementPolicy::none);
}

}  // namespace

worker::PlacementPlan plan_threads(const manage::Config& config) {
  if (leaves_all_to_kernel(config)) {
    return {};
  }
  const auto topology = worker::Topology::of_machine();
  return plan(topology, request_of(config, topology));
}

void apply_plan(const worker::PlacementPlan& plan, manage::Config& config) {
  config.router.worker_cpus = plan.worker_cpus;
  config.router.dispatcher_cpus = plan.dispatcher_cpus;
  for (std::size_t i = 0; i < plan.port_workers.size(); ++i) {
    config.ports[i].worker = plan.port_workers[i];
  }
}

void pin_this_thread(int cpu) {
  if (cpu == worker::cpu_none) {
    return;
  }
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  if (const int error = pthread_setaffinity_np(pthread_self(), sizeof(set), &set); error != 0) {
    log(LogModule::main).warn("the management thread is not pinned to CPU {}: {}", cpu, std::strerror(error));
  }
}

std::string explain_placement(const manage::Config& config, const std::string& topology) {
  const auto machine =
      topology.empty() ? worker::Topology::of_machine() : worker::Topology::from_xml(topology);
  const auto request = request_of(config, machine);
  return worker::draw_placement(machine, request, plan(machine, request));
}

}  // namespace augustus
