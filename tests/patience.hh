// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

namespace augustus::test {

/// How long a test waits for what must come. It says nothing about how quick anything is: only what stands still takes so
/// long, however busy the machine is.
inline constexpr std::chrono::seconds patience{60};
inline constexpr int patience_ms = static_cast<int>(patience.count()) * 1000;  ///< as poll(2) takes it

/// Looks every millisecond whether the condition holds; false: not within the patience.
template <typename Condition>
bool becomes(Condition&& condition) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace augustus::test
