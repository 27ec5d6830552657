// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manage/config.hh"

namespace augustus {

/// Gives each module's log its configured level.
void set_up_log(const manage::Config& config);

}  // namespace augustus
