// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace augustus::manage {

/// A configuration that is not right; the message is "file:line:column: what was expected".
struct ConfigError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace augustus::manage
