// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "element/element_class.hh"
#include "element/language/graph_description.hh"

namespace augustus::element {

/// A picture of a graph that was checked, for the programs of Graphviz: elements with their ports, frames
/// round compound elements, tables beside those that use them, pull connections dashed.
std::string dot_graph(const GraphDescription& graph, std::span<const ElementClass> classes);

}  // namespace augustus::element
