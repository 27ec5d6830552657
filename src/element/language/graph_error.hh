// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "element/language/position.hh"

namespace augustus::element {

/// A description of a graph that is not right; the message is "file:line:column: what is wrong".
struct GraphError : std::runtime_error {
  GraphError(const std::string& file_name, Position where, const std::string& message)
      : std::runtime_error(file_name + ':' + std::to_string(where.line) + ':' + std::to_string(where.column) +
                           ": " + message),
        at(where) {}

  Position at;
};

}  // namespace augustus::element
