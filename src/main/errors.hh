// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace augustus {

inline constexpr int exit_ok = 0;
inline constexpr int exit_failure = 1;  ///< something went wrong at run time
inline constexpr int exit_usage = 2;    ///< bad command line or configuration

/// A bad command line or configuration: main prints the message and exits with exit_usage. Any other
/// exception ends with exit_failure.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace augustus
