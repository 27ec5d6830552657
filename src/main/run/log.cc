// SPDX-License-Identifier: Apache-2.0
#include "main/run/log.hh"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace augustus {
namespace {

constexpr const char* modules[] = {"main", "manage", "rib", "face", "worker"};

}  // namespace

void set_up_log(const manage::Config& config) {
  auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  const auto make = [&](const std::string& name) {
    auto logger = std::make_shared<spdlog::logger>(name, sink);
    const auto own = config.module_log_levels.find(name);
    logger->set_level(
        spdlog::level::from_str(own == config.module_log_levels.end() ? config.log_level : own->second));
    logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e %l %n: %v");
    logger->flush_on(spdlog::level::info);
    return logger;
  };
  spdlog::drop_all();
  for (const char* module : modules) {
    spdlog::register_logger(make(module));
  }
  spdlog::set_default_logger(make("augustus"));
}

}  // namespace augustus
