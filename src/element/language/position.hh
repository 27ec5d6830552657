// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace augustus::element {

/// A place in a file; both count from 1, columns in bytes.
struct Position {
  unsigned line = 1;
  unsigned column = 1;

  friend bool operator==(const Position&, const Position&) = default;
};

}  // namespace augustus::element
