// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace augustus::manage {

/// page.html, as it is.
extern const std::string_view live_page;

}  // namespace augustus::manage
