// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace augustus {

/// What must always be so was found to be otherwise: a defect of the router.
class BrokenInvariant : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Invariants that this thread has looked at.
inline thread_local std::uint64_t invariants_examined = 0;

/// Throws BrokenInvariant with the sentence, which says what must be so, and the number it is about.
inline void ensure(bool holds, const char* sentence, std::uint64_t number) {
  ++invariants_examined;
  if (!holds) {
    throw BrokenInvariant("invariant broken: " + std::string(sentence) + " (" + std::to_string(number) + ")");
  }
}

}  // namespace augustus
