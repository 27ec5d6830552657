// SPDX-License-Identifier: Apache-2.0
#include "element/language/print_graph.hh"

#include <fmt/core.h>

#include "element/language/arguments.hh"

namespace augustus::element {
namespace {

std::string print_arguments(const ElementDeclaration& element) {
  if (element.arguments.empty()) {
    return {};
  }
  std::string text;
  for (const std::string& argument : element.arguments) {
    text += (text.empty() ? "(" : ", ") + argument;
  }
  // An empty last argument would be taken for none.
  return text + (element.arguments.back().empty() ? ",)" : ")");
}

}  // namespace

std::string print_graph(const GraphDescription& graph) {
  std::string text;
  for (const Requirement& requirement : graph.requirements) {
    text += fmt::format("require({} {});\n", requirement.kind, quote(requirement.value));
  }
  for (const ElementDeclaration& element : graph.elements) {
    text += fmt::format("{} :: {}{};\n", element.name, element.element_class, print_arguments(element));
  }
  for (const Connection& connection : graph.connections) {
    text += fmt::format("{} [{}] -> [{}] {};\n", graph.elements[connection.from].name, connection.from_port,
                        connection.to_port, graph.elements[connection.to].name);
  }
  return text;
}

}  // namespace augustus::element
