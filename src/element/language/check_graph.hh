// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "element/element_class.hh"
#include "element/language/graph_description.hh"

namespace augustus::element {

/// Throws GraphError for the first thing (in the file's order) by which `graph` could not run as it stands:
/// a class or table that is not there, the number of arguments, a port that is not connected or connected
/// where it cannot be, push meeting pull, a loop that a packet could follow for ever, a requirement that is
/// not met. What arguments mean is for the elements to say.
void check_graph(const GraphDescription& graph, std::span<const ElementClass> classes);

}  // namespace augustus::element
