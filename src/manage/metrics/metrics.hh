// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "manage/manager.hh"
#include "worker/router.hh"

namespace augustus::manage {

/// Everything the router counts, in the text exposition format of Prometheus. Taken on the management thread,
/// without asking the threads that forward. `faces_max`: Faces that are listed one by one.
std::string metrics_text(worker::Router& router, const Manager& manager, const std::string& version,
                         std::size_t faces_max);

}  // namespace augustus::manage
