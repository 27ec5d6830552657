// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/log.hh"

namespace augustus {

/// As configuration and commands call the levels, the most talkative first.
inline constexpr std::array<std::string_view, 7> log_level_names = {"trace", "debug",    "info", "warn",
                                                                    "error", "critical", "off"};

/// `level` is one of log_level_names. Any thread, at any time.
void set_log_level_of(LogModule module, const std::string& level);
std::string_view log_level_of(LogModule module);

}  // namespace augustus
