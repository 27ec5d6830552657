// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "element/language/graph_description.hh"
#include "element/language/source_file.hh"

namespace augustus::element {

/// The connections between real nodes that `connections` make through the others, each once. Throws
/// GraphError where one ends nowhere or begins nowhere.
std::vector<Connection> join_connections(const std::vector<Connection>& connections,
                                         const std::vector<ElementDeclaration>& nodes,
                                         const std::vector<bool>& real, const SourceFile& file);

}  // namespace augustus::element
