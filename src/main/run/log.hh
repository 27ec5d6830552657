// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/config.hh"

namespace augustus {

/// Sets up the loggers, one a module, on standard error with the configured levels.
void set_up_log(const manage::Config& config);

}  // namespace augustus
