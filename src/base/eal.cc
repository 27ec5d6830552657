// SPDX-License-Identifier: Apache-2.0
#include "base/eal.hh"

#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_log.h>
#include <sched.h>

#include <mutex>
#include <stdexcept>

namespace augustus {
namespace {

std::mutex start_mutex;
bool started = false;

std::vector<std::string> eal_arguments(const EalOptions& options) {
  std::vector<std::string> arguments{"augustus", "--no-telemetry", "--no-shconf", "-l", "0"};
  if (options.huge_pages) {
    arguments.insert(arguments.end(), {"--in-memory", "--single-file-segments"});
  } else {
    arguments.insert(arguments.end(), {"--no-huge", "-m", std::to_string(options.memory_mb)});
  }
  for (const auto& device : options.pci_devices) {
    arguments.insert(arguments.end(), {"--allow", device});
  }
  if (options.pci_devices.empty()) {
    arguments.emplace_back("--no-pci");
  }
  if (options.quiet) {
    arguments.emplace_back("--log-level=5");
  }
  return arguments;
}

}  // namespace

void start_eal(const EalOptions& options) {
  std::lock_guard lock(start_mutex);
  if (started) {
    return;
  }
  // rte_eal_init pins the calling thread to its first lcore; thread placement is ours to decide.
  cpu_set_t affinity;
  CPU_ZERO(&affinity);
  const bool affinity_known = sched_getaffinity(0, sizeof(affinity), &affinity) == 0;

  // The EAL keeps pointers into its arguments.
  static std::vector<std::string> arguments;
  static std::vector<char*> argument_pointers;
  arguments = eal_arguments(options);
  argument_pointers.clear();
  for (auto& argument : arguments) {
    argument_pointers.push_back(argument.data());
  }
  if (options.quiet) {
    rte_log_set_global_level(RTE_LOG_WARNING);
  }
  if (rte_eal_init(static_cast<int>(argument_pointers.size()), argument_pointers.data()) < 0) {
    throw std::runtime_error(std::string("DPDK's EAL did not start: ") + rte_strerror(rte_errno));
  }
  if (affinity_known) {
    sched_setaffinity(0, sizeof(affinity), &affinity);
  }
  started = true;
}

bool eal_started() {
  std::lock_guard lock(start_mutex);
  return started;
}

}  // namespace augustus
