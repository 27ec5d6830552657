// SPDX-License-Identifier: Apache-2.0
#include "element/language/check_graph.hh"

#include <fmt/core.h>

#include <algorithm>

#include "element/language/graph_checks.hh"

namespace augustus::element {

void check_graph(const GraphDescription& graph, std::span<const ElementClass> classes) {
  GraphChecks checks(graph);
  checks.check_requirements();
  checks.check_classes(classes);
  checks.check_arguments();
  checks.check_ports();
  checks.check_processing();
  checks.check_loops();
}

GraphChecks::GraphChecks(const GraphDescription& checked)
    : graph(checked),
      file{checked.file_name},
      inputs(checked.elements.size()),
      outputs(checked.elements.size()) {
  for (const Connection& connection : graph.connections) {
    outputs[connection.from] = std::max(outputs[connection.from], connection.from_port + 1);
    inputs[connection.to] = std::max(inputs[connection.to], connection.to_port + 1);
  }
}

std::string GraphChecks::shown(std::size_t element) const {
  return fmt::format("'{}' ({})", graph.elements[element].name, graph.elements[element].element_class);
}

}  // namespace augustus::element
