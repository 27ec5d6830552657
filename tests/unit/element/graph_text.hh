// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "element/language/parse_graph.hh"
#include "element/language/print_graph.hh"

namespace augustus::element {

/// `text` without shorthand, variables and compound elements.
inline std::string flat(const std::string& text) {
  return print_graph(parse_graph(text, "test.click"));
}

/// The message that `text` is refused with; empty when it is not.
inline std::string refusal(const std::string& text) {
  try {
    parse_graph(text, "test.click");
    return {};
  } catch (const GraphError& error) {
    return error.what();
  }
}

}  // namespace augustus::element
