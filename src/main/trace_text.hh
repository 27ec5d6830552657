// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace augustus {

/// One event of a trace, a line of JSON as the router gives it, in words. Empty when it is not one.
std::string trace_text(std::string_view line);

}  // namespace augustus
