// SPDX-License-Identifier: Apache-2.0
#include "base/log.hh"

#include <spdlog/sinks/stdout_sinks.h>

#include <memory>
#include <string>

namespace augustus {
namespace {

using Loggers = std::array<std::unique_ptr<spdlog::logger>, log_module_names.size()>;

Loggers make_loggers() {
  const auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  Loggers loggers;
  for (std::size_t module = 0; module < loggers.size(); ++module) {
    loggers[module] = std::make_unique<spdlog::logger>(std::string(log_module_names[module]), sink);
    loggers[module]->set_level(spdlog::level::warn);
    loggers[module]->flush_on(spdlog::level::trace);
  }
  sink->set_pattern("%Y-%m-%dT%H:%M:%S.%e %l %n: %v");
  return loggers;
}

}  // namespace

spdlog::logger& log(LogModule module) {
  static const Loggers loggers = make_loggers();
  return *loggers[static_cast<std::size_t>(module)];
}

}  // namespace augustus
