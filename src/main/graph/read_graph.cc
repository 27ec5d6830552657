// SPDX-License-Identifier: Apache-2.0
#include "main/graph/read_graph.hh"

#include "element/graph_plan.hh"
#include "element/language/graph_error.hh"
#include "element/language/parse_graph.hh"
#include "main/errors.hh"
#include "main/read_file.hh"

namespace augustus {

element::GraphDescription read_graph(const std::string& path) {
  return read_graph(read_file(path), path);
}

element::GraphDescription read_graph(const std::string& text, const std::string& path) {
  try {
    auto graph = element::parse_graph(text, path);
    element::check_elements(graph);
    return graph;
  } catch (const element::GraphError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace augustus
