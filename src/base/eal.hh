// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace augustus {

/// How DPDK's environment abstraction layer is started; it holds packet pools and ports only.
struct EalOptions {
  bool huge_pages = false;              ///< otherwise --no-huge, of `memory_mb` fixed at start
  unsigned memory_mb = 192;
  std::vector<std::string> pci_devices;  ///< the only PCI devices it may touch, "0000:01:00.0"; none: no PCI bus
  bool quiet = true;                    ///< EAL's own log only from warnings up
};

/// Starts the EAL; later calls in the same process return at once whatever their options. Does not pin the
/// calling thread. Throws std::runtime_error with EAL's reason.
void start_eal(const EalOptions& options);

bool eal_started();

}  // namespace augustus
