// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace augustus {

/// The secret behind the table hash, drawn at start: names come from strangers, so bucket positions must
/// not be predictable to them. All workers of a process share one key.
struct HashKey {
  std::array<std::uint64_t, 4> words{};

  /// Draws a key from the system's entropy source. Throws std::runtime_error when there is none.
  static HashKey random();
};

}  // namespace augustus
