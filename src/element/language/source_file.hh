// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "element/language/graph_error.hh"

namespace augustus::element {

/// The file that is being read, for messages.
struct SourceFile {
  std::string name;

  [[noreturn]] void fail(Position at, const std::string& message) const {
    throw GraphError(name, at, message);
  }
};

}  // namespace augustus::element
