// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/logger.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace augustus {

/// The parts of the router whose log has a level of its own ([log.modules] of the configuration).
enum class LogModule : std::uint8_t {
  main,    ///< start, configuration, end
  manage,  ///< commands and who may give them
  rib,     ///< routes
  face,    ///< Faces that come, go, or change their state
  port,    ///< DPDK ports
  worker,  ///< threads
};

/// By LogModule.
inline constexpr std::array<std::string_view, 6> log_module_names = {"main", "manage", "rib",
                                                                     "face", "port",   "worker"};

/// The module's log, on standard error; warnings and errors alone until a level is set. For threads that may
/// wait: nothing is logged on the packet path.
spdlog::logger& log(LogModule module);

}  // namespace augustus
