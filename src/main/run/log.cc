// SPDX-License-Identifier: Apache-2.0
#include "main/run/log.hh"

#include "base/log_level.hh"

namespace augustus {

void set_up_log(const manage::Config& config) {
  for (std::size_t module = 0; module < log_module_names.size(); ++module) {
    const auto own = config.module_log_levels.find(std::string(log_module_names[module]));
    const std::string& level = own == config.module_log_levels.end() ? config.log_level : own->second;
    set_log_level_of(static_cast<LogModule>(module), level);
  }
}

}  // namespace augustus
