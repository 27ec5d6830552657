// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace augustus {

/// The whole file. Throws UsageError when it cannot be read.
std::string read_file(const std::string& path);

/// Replaces what is in the file. Throws std::runtime_error when it cannot be written.
void write_file(const std::string& path, const std::string& text);

}  // namespace augustus
