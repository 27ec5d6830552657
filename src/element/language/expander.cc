// SPDX-License-Identifier: Apache-2.0
#include "element/language/expander.hh"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "element/language/arguments.hh"
#include "element/language/formals.hh"
#include "element/language/join_connections.hh"
#include "element/language/limits.hh"

namespace augustus::element {
namespace {

using syntax::Body;
using syntax::ClassReference;
using syntax::Node;

std::string count(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

GraphDescription Expander::expand(const Body& file_body) {
  const Variables variables(file_body, nullptr, {}, *file_);
  expand_body(file_body, "", variables, {}, 0);
  GraphDescription graph;
  graph.file_name = file_->name;
  graph.connections = join_connections(connections_, nodes_, real_, *file_);
  std::vector<std::size_t> new_index(nodes_.size());
  std::set<std::string> names;
  for (std::size_t index = 0; index < nodes_.size(); ++index) {
    new_index[index] = graph.elements.size();
    if (real_[index]) {
      if (!names.insert(nodes_[index].name).second) {
        file_->fail(nodes_[index].at, fmt::format("element '{}' is there twice", nodes_[index].name));
      }
      graph.elements.push_back(std::move(nodes_[index]));
    }
  }
  for (Connection& connection : graph.connections) {
    connection.from = new_index[connection.from];
    connection.to = new_index[connection.to];
  }
  std::ranges::sort(graph.connections, {}, [](const Connection& connection) {
    return std::tuple(connection.from, connection.from_port, connection.to, connection.to_port);
  });
  return graph;
}

// `outside`: what the body's own `input` and `output` became, unused for the file.
void Expander::expand_body(const Body& body, const std::string& prefix, const Variables& variables,
                           Ends outside, unsigned depth) {
  if (depth > max_graph_depth) {
    file_->fail(body.at, fmt::format("more than {} compound elements within each other", max_graph_depth));
  }
  const auto& block = body.block;
  std::vector<Ports> ports(block.nodes.size());
  for (const Connection& connection : block.connections) {
    ports[connection.from].outputs = std::max(ports[connection.from].outputs, connection.from_port + 1);
    ports[connection.to].inputs = std::max(ports[connection.to].inputs, connection.to_port + 1);
  }
  std::vector<Ends> ends(block.nodes.size());
  for (std::size_t index = 0; index < block.nodes.size(); ++index) {
    const Node& node = block.nodes[index];
    const bool own = depth != 0 && index <= syntax::compound_output;
    if (own) {
      const std::size_t end = index == syntax::compound_input ? outside.in : outside.out;
      ends[index] = {end, end};
    } else if (node.kind != Node::Kind::element) {
      const std::size_t end = add({.at = node.at}, false);
      ends[index] = {end, end};
    } else {
      ends[index] = expand_node(node, ports[index], prefix, variables, depth);
    }
  }
  for (const Connection& connection : block.connections) {
    if (connections_.size() == max_graph_connections) {
      file_->fail(connection.at, fmt::format("more than {} connections", max_graph_connections));
    }
    connections_.push_back({ends[connection.from].out, connection.from_port, ends[connection.to].in,
                            connection.to_port, connection.at});
  }
}

Expander::Ends Expander::expand_node(const Node& node, Ports ports, const std::string& prefix,
                                     const Variables& variables, unsigned depth) {
  const std::string name = prefix + node.name;
  if (name.size() > max_name_bytes) {
    file_->fail(node.at, fmt::format("the name of this element has more than {} bytes", max_name_bytes));
  }
  std::vector<std::string> arguments = arguments_of(node, variables);
  Choice choice = choose(node, ports, arguments);
  if (choice.body == nullptr) {
    const std::size_t index = add({name, choice.name, std::move(arguments), node.at}, true);
    return {index, index};
  }
  const Ends ends = {add({.name = name, .at = node.at}, false), add({.name = name, .at = node.at}, false)};
  const Variables inner(*choice.body, &variables.of(choice.body->enclosing), std::move(choice.values),
                        *file_);
  expand_body(*choice.body, name + "/", inner, ends, depth + 1);
  return ends;
}

// The first body that has the ports that are connected and the parameters that are given.
Expander::Choice Expander::choose(const Node& node, Ports ports,
                                  const std::vector<std::string>& arguments) const {
  const ClassReference* reference = &node.element_class;
  while (reference->definition) {
    for (const auto& body : reference->definition->bodies) {
      auto values = assign_arguments(body->formals, arguments);
      if (values && body->inputs == ports.inputs && body->outputs == ports.outputs) {
        return {body.get(), {}, std::move(*values)};
      }
    }
    if (!reference->definition->extends) {
      fail_to_match(node, ports, arguments.size());
    }
    reference = &*reference->definition->extends;
  }
  return {nullptr, reference->name, {}};
}

void Expander::fail_to_match(const Node& node, Ports ports, std::size_t arguments) const {
  const auto& bodies = node.element_class.definition->bodies;
  const std::string used = fmt::format("it has {}, {} and {} here", count(arguments, "argument"),
                                       count(ports.inputs, "input"), count(ports.outputs, "output"));
  std::string candidates;
  for (std::size_t index = 0; index < std::min<std::size_t>(bodies.size(), 8); ++index) {
    const Body& body = *bodies[index];
    candidates += fmt::format("{}{}, {} and {}", index == 0 ? "" : "; or ", describe_formals(body.formals),
                              count(body.inputs, "input"), count(body.outputs, "output"));
  }
  file_->fail(node.at, fmt::format("'{}' takes {}; {}", node.name, candidates, used));
}

std::vector<std::string> Expander::arguments_of(const Node& node, const Variables& variables) {
  const std::string configuration = variables.replace(node.configuration, node.at);
  configuration_bytes_ += configuration.size();
  if (configuration_bytes_ > max_all_configurations_bytes) {
    file_->fail(node.at,
                fmt::format("more than {} bytes of arguments of all elements", max_all_configurations_bytes));
  }
  auto arguments = split_arguments(configuration);
  if (!arguments) {
    file_->fail(node.at, "a quote, comment or parenthesis is not closed when the variables are replaced");
  }
  return std::move(*arguments);
}

std::size_t Expander::add(const ElementDeclaration& element, bool real) {
  if (nodes_.size() == max_graph_elements) {
    file_->fail(element.at, fmt::format("more than {} elements", max_graph_elements));
  }
  nodes_.push_back(element);
  real_.push_back(real);
  return nodes_.size() - 1;
}

}  // namespace augustus::element
