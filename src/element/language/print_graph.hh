// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "element/language/graph_description.hh"

namespace augustus::element {

/// `graph` in Click's language, without shorthand: parse_graph gives the same elements, connections and
/// requirements again.
std::string print_graph(const GraphDescription& graph);

}  // namespace augustus::element
