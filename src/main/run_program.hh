// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace augustus {

/// What the program `words[0]`, looked for in PATH, prints when it is given `input`; its messages are lost.
/// Nothing when it could not be started or failed.
std::optional<std::string> output_of(std::vector<std::string> words, std::string_view input = {});

}  // namespace augustus
