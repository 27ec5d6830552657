// SPDX-License-Identifier: Apache-2.0
#include "element/graph_plan.hh"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "element/element_classes.hh"
#include "element/element_types.hh"
#include "element/language/check_graph.hh"
#include "element/language/graph_error.hh"

namespace augustus::element {
namespace {

bool is_table(const std::string& name) {
  const auto found = std::ranges::find(element_classes(), name, &ElementClass::name);
  return found != element_classes().end() && found->kind == ElementClass::Kind::table;
}

const ElementType* type_of(const GraphDescription& graph, const ElementDeclaration& element) {
  if (is_table(element.element_class)) {
    return nullptr;
  }
  const ElementType* type = find_element_type(element.element_class);
  if (type == nullptr) {
    throw GraphError(graph.file_name, element.at, "no class of elements is called " + element.element_class);
  }
  return type;
}

/// The tables are the partition's: one of a kind.
void check_tables(const GraphDescription& graph) {
  std::map<std::string, std::string> names;
  for (const ElementDeclaration& element : graph.elements) {
    if (!is_table(element.element_class)) {
      continue;
    }
    const auto [other, first] = names.emplace(element.element_class, element.name);
    if (!first) {
      throw GraphError(
          graph.file_name, element.at,
          "a router has one " + element.element_class + ", which is " + other->second + " already");
    }
  }
}

unsigned inputs_of(const GraphDescription& graph, std::size_t element) {
  unsigned inputs = 0;
  for (const Connection& connection : graph.connections) {
    if (connection.to == element) {
      inputs = std::max(inputs, connection.to_port + 1);
    }
  }
  return inputs;
}

}  // namespace

GraphPlan::GraphPlan(GraphDescription description, std::shared_ptr<GraphDevices> devices)
    : description_(std::move(description)), devices_(std::move(devices)) {
  check_tables(description_);
  for (std::size_t element = 0; element < description_.elements.size(); ++element) {
    const ElementType* type = type_of(description_, description_.elements[element]);
    types_.push_back(type);
    if (type == nullptr) {
      continue;
    }
    const std::string& name = type->description.name;
    const unsigned inputs = inputs_of(description_, element);
    for (unsigned input = 0; input < (type->inputs_alike ? std::min(inputs, 1u) : inputs); ++input) {
      nodes_.push_back({element, input, lease_->add(type->push, false, name)});
    }
    if (type->emit != nullptr) {
      nodes_.push_back({element, inputs, lease_->add(type->emit, true, name)});
    }
  }
  for (const Node& node : nodes_) {
    lease_->connect(node.name, outputs_of(node.element));
  }
}

const std::string& GraphPlan::node_at(std::size_t element, unsigned input) const {
  const unsigned wanted = types_[element]->inputs_alike ? 0 : input;
  return std::ranges::find_if(
             nodes_, [&](const Node& node) { return node.element == element && node.input == wanted; })
      ->name;
}

std::vector<std::string> GraphPlan::outputs_of(std::size_t element) const {
  std::map<unsigned, std::string> outputs;
  for (const Connection& connection : description_.connections) {
    if (connection.from == element) {
      outputs[connection.from_port] = node_at(connection.to, connection.to_port);
    }
  }
  std::vector<std::string> names;
  for (const auto& [port, name] : outputs) {
    names.push_back(name);
  }
  return names;
}

std::unique_ptr<Element> GraphPlan::make(std::size_t element) const {
  return types_[element]->make(
      Arguments(description_.elements[element], description_.file_name, devices_.get()));
}

void check_elements(const GraphDescription& description) {
  check_graph(description, element_classes());
  check_tables(description);
  std::set<std::string> reasons;
  bool has_source = false;
  for (const ElementDeclaration& element : description.elements) {
    const ElementType* type = type_of(description, element);
    if (type == nullptr) {
      continue;
    }
    has_source = has_source || type->emit != nullptr;
    const auto made = type->make(Arguments(element, description.file_name));
    if (const auto drops = made->drops(); drops) {
      reasons.insert(drops->reason);
    }
    if (reasons.size() > drop_reasons_max) {
      throw GraphError(description.file_name, element.at,
                       fmt::format("a graph has {} reasons to drop packets at most", drop_reasons_max));
    }
  }
  if (!has_source) {
    throw GraphError(description.file_name, {1, 1}, "nothing comes in: there is no FromFace nor another source");
  }
}

std::shared_ptr<const GraphPlan> plan_graph(GraphDescription description,
                                            std::shared_ptr<GraphDevices> devices) {
  check_elements(description);
  return std::make_shared<const GraphPlan>(std::move(description), std::move(devices));
}

}  // namespace augustus::element
