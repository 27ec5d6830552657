// SPDX-License-Identifier: Apache-2.0
#include "base/log_level.hh"

namespace augustus {

void set_log_level_of(LogModule module, const std::string& level) {
  log(module).set_level(spdlog::level::from_str(level));
}

std::string_view log_level_of(LogModule module) {
  return log_level_names[static_cast<std::size_t>(log(module).level())];
}

}  // namespace augustus
