// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "element/language/graph_checks.hh"

namespace augustus::element {
namespace {

std::string numbered(unsigned number, const char* what) {
  return number == 0 ? fmt::format("no {}s", what)
                     : fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

void GraphChecks::check_ports() const {
  for (const Connection& connection : graph.connections) {
    const ElementClass& from = *classes[connection.from];
    const ElementClass& to = *classes[connection.to];
    for (const auto& [element, kind] : {std::pair(connection.from, from.kind), {connection.to, to.kind}}) {
      if (kind == ElementClass::Kind::table) {
        fail(connection.at,
             fmt::format("{} is a table: elements name it in their arguments, packets do not go "
                         "through it",
                         shown(element)));
      }
    }
    if (connection.from_port >= from.outputs_max) {
      fail(connection.at, fmt::format("{} has no output {}: it has {}", shown(connection.from),
                                      connection.from_port, numbered(from.outputs_max, "output")));
    }
    if (connection.to_port >= to.inputs_max) {
      fail(connection.at, fmt::format("{} has no input {}: it has {}", shown(connection.to),
                                      connection.to_port, numbered(to.inputs_max, "input")));
    }
  }
  std::vector<std::vector<bool>> used_inputs(graph.elements.size());
  std::vector<std::vector<bool>> used_outputs(graph.elements.size());
  for (std::size_t index = 0; index < graph.elements.size(); ++index) {
    used_inputs[index].resize(std::max(inputs[index], classes[index]->inputs_min));
    used_outputs[index].resize(std::max(outputs[index], classes[index]->outputs_min));
  }
  for (const Connection& connection : graph.connections) {
    used_outputs[connection.from][connection.from_port] = true;
    used_inputs[connection.to][connection.to_port] = true;
  }
  const auto check = [&](std::size_t index, const std::vector<bool>& used, const char* what) {
    if (const auto unused = std::ranges::find(used, false); unused != used.end()) {
      fail(graph.elements[index].at,
           fmt::format("{} {} of {} is not connected", what, unused - used.begin(), shown(index)));
    }
  };
  for (std::size_t index = 0; index < graph.elements.size(); ++index) {
    check(index, used_inputs[index], "input");
    check(index, used_outputs[index], "output");
  }
}

}  // namespace augustus::element
