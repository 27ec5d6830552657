// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include "patience.hh"

namespace augustus::scenario {

/// Asks again and again until it is done; throws std::runtime_error naming what it waited for when that takes
/// so long that it will not happen any more.
template <typename Done>
void wait_for(const std::string& what, Done&& done) {
  constexpr auto pause = std::chrono::microseconds(20);
  const auto end = std::chrono::steady_clock::now() + test::patience;
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) {
      throw std::runtime_error("waited in vain for " + what);
    }
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace augustus::scenario
